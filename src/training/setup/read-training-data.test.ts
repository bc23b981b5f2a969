import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ReadLog } from "../../data/index.ts";
import { readingChoice } from "../config/reading.ts";
import { readTrainingData } from "./read-training-data.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-data-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, records: readonly object[]) => {
  const path = join(folder, name);
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return path;
};
const ann = { tokens: ["Ann", "left"], entities: [{ start: 0, end: 1, label: "PER" }] };
const rome = { tokens: ["Rome"], entities: [{ start: 0, end: 1, label: "__proto__" }] };
const none = { tokens: ["Nothing"], entities: [] };

const a = write("a.jsonl", [ann, none]);
const b = write("b.jsonl", [{ tokens: [], entities: [] }, ann]);
const unlabelled = write("unlabelled.jsonl", [none]);
const empty = write("empty.jsonl", []);
const dev = write("dev.jsonl", [ann, rome]);

test("files are read in order, each with its own completeness", async () => {
  const log = new ReadLog();
  const {
    train,
    dev: none,
    notices,
  } = await readTrainingData({ train: [`${a}:complete`, `${b}:partial`], dev: null }, { log });
  expect(train.map(({ source, completeness }) => [source, completeness])).toEqual([
    ["a.jsonl", "complete"],
    ["a.jsonl", "complete"],
    ["b.jsonl", "partial"],
  ]);
  expect(none).toEqual([]);
  expect(notices).toEqual([
    `dropped: 1 × sentence without words, first at ${b}:1 (nothing to label)`,
    expect.stringContaining("no dev sentences"),
  ]);
  expect([...log.assumptions]).toEqual([]);
});

test("what is assumed, dropped or repaired is reported", async () => {
  const bad = write("bad.jsonl", [ann, { tokens: ["x"], entities: [{ start: 0, end: 9, label: "PER" }] }]);
  const { notices } = await readTrainingData({ train: [`${bad}:complete`], dev: null });
  expect(notices[0]).toMatch(/^dropped: 1 × .*bad.jsonl:2/);
  expect(notices).toHaveLength(2);
});

describe("a training file that says nothing about its completeness", () => {
  test("is taken as complete with a warning that says what to write instead", async () => {
    const { train, warnings, notices } = await readTrainingData({ train: [a, `${b}:partial`], dev });
    expect(train.map(({ completeness }) => completeness)).toEqual(["complete", "complete", "partial"]);
    expect(warnings?.[0]).toEqual({
      message: `${a}: nothing says whether its labels are complete. Taken as complete: every unlabelled word of 2 sentences is taught as "no entity"`,
      advice: [
        expect.stringContaining(`--train ${a}:partial`),
        expect.stringContaining(`--train ${a}:complete`),
      ],
    });
    expect(notices.join()).not.toContain("nothing says");
  });

  test("is not warned of where it or the caller says", async () => {
    const stated = write("stated.jsonl", [{ ...ann, completeness: "partial" }]);
    const { warnings } = await readTrainingData({ train: [stated, `${a}:complete`], dev: null });
    expect(warnings).toEqual([]);
  });
});

describe("dev sentences", () => {
  const half = write("half.jsonl", [
    { ...rome, completeness: "partial" },
    { tokens: ["Bob"], entities: [] },
  ]);

  test("keep the completeness that their file states; else they are complete", async () => {
    const { dev: read, warnings } = await readTrainingData({ train: [`${a}:partial`], dev: half });
    expect(read.map(({ completeness }) => completeness)).toEqual(["partial", "complete"]);
    expect(warnings?.map(({ message }) => message)).toEqual([
      expect.stringContaining("1 of 2 dev sentences are not completely labelled"),
    ]);
    const said = await readTrainingData({ train: [`${a}:partial`], dev: `${half}:complete` });
    expect(said.dev.map(({ completeness }) => completeness)).toEqual(["complete", "complete"]);
    expect(said.warnings).toEqual([]);
  });

  test("that are training sentences too are warned of, with their share", async () => {
    const { warnings } = await readTrainingData({ train: [`${a}:partial`], dev });
    expect(warnings?.[0]?.message).toContain("50 % (1 of 2) of the dev sentences are training sentences too");
  });

  test("with another name for a label are warned of", async () => {
    const person = write("person.jsonl", [
      { tokens: ["Bo"], entities: [{ start: 0, end: 1, label: "PERSON" }] },
    ]);
    const { warnings, notices } = await readTrainingData({ train: [`${a}:partial`], dev: person });
    expect(warnings?.[0]?.message).toContain(`has the label "PERSON", the training sentences have "PER"`);
    expect(notices).toEqual([]);
  });

  test("are set aside from the training sentences if a share is said", async () => {
    const many = write(
      "many.jsonl",
      Array.from({ length: 50 }, (_, i) => ({ ...ann, tokens: ["Ann", `left${i}`] })),
    );
    const choice = { train: [`${many}:complete`], dev: "10%", seed: 3 };
    const { train, dev: set, notices } = await readTrainingData(choice);
    expect([train.length, set.length]).toEqual([45, 5]);
    expect(notices).toEqual([
      "dev: 5 of 50 complete training sentences are set aside (10%, drawn by seed 3); 45 are left to train on",
    ]);
    const again = await readTrainingData(choice);
    expect(again.dev).toEqual(set);
    expect((await readTrainingData({ ...choice, seed: 4 })).dev).not.toEqual(set);
  });

  test("are worth having, says a run without them", async () => {
    const noneComplete = await readTrainingData({ train: [`${a}:partial`], dev: null });
    expect(noneComplete.notices[0]).toMatch(
      /About 200 completely labelled sentences .* none of these is complete/,
    );
    const complete = await readTrainingData({ train: [`${a}:complete`], dev: null });
    expect(complete.notices[0]).toMatch(/About 200 completely labelled sentences .*--dev 10%$/);
  });
});

test("files are read as the config says", async () => {
  const path = join(folder, "tags.jsonl");
  writeFileSync(path, `${JSON.stringify({ tokens: ["Ann", "left"], ner_tags: [1, 0] })}\n`);
  const choice = { train: [`${path}:complete`], dev: null };
  await expect(readTrainingData(choice)).rejects.toThrow("has numbers for tags");
  const reading = readingChoice.parse({ tagNames: ["O", "B-PER"] });
  const { train } = await readTrainingData({ ...choice, reading });
  expect(train[0]!.entities).toEqual([{ start: 0, end: 1, label: "PER" }]);
});

test("labels of dev that nothing teaches are named", async () => {
  const { dev: read, notices } = await readTrainingData({ train: [`${a}:partial`], dev });
  expect(read).toHaveLength(2);
  expect(notices).toEqual([
    `"${dev}" has labels that no training sentence has, and that cannot be learnt: "__proto__"`,
  ]);
});

test.each([
  [[unlabelled], null, `no entity is labelled in "${unlabelled}"`],
  [[unlabelled, `${empty}:partial`], null, `no entity is labelled in "${unlabelled}", "${empty}:partial"`],
  [[empty], null, `there is no sentence in "${empty}"`],
  [[a], empty, `there is no sentence in "${empty}"`],
  [[join(folder, "gone.jsonl")], null, "no such file"],
])("%j with dev %j is refused", async (train, devFile, message) => {
  await expect(readTrainingData({ train, dev: devFile })).rejects.toThrow(message);
});

test("documents in place of sentences are worth a warning", async () => {
  const words = (count: number) => ({ ...ann, tokens: Array(count).fill("word") });
  const long = write("long.jsonl", [words(250), words(251), words(1200)]);
  const { notices } = await readTrainingData({ train: [`${long}:partial`], dev: null });
  // The other is the advice to have dev sentences.
  expect(notices).toHaveLength(2);
  expect(notices[0]).toMatch(/^2 of 3 sentences have more than 250 words, the longest 1,200: /);
});

test("a document with its text is cut, and dev is cut as the training text is", async () => {
  const letters = { tokens: [..."买iPhone"], entities: [{ start: 1, end: 7, label: "P" }] };
  const train = write("letters.jsonl", [letters]);
  const text = "有iPad。没iPod。";
  const devFile = write("documents.jsonl", [
    {
      text,
      label: [
        [1, 5, "P"],
        [7, 11, "P"],
      ],
    },
  ]);
  const { dev: read, notices } = await readTrainingData({ train: [`${train}:partial`], dev: devFile });
  expect(read.map(({ tokens }) => tokens.join("|"))).toEqual(["有|i|P|a|d|。", "没|i|P|o|d|。"]);
  expect(read.map(({ entities }) => entities)).toEqual([
    [{ start: 1, end: 5, label: "P" }],
    [{ start: 1, end: 5, label: "P" }],
  ]);
  expect(notices[0]).toMatch(/^documents.jsonl: 1 text was cut into 2 sentences/);
});

test("a dev file without any label is used, with a warning", async () => {
  const { notices } = await readTrainingData({ train: [`${a}:partial`], dev: unlabelled });
  expect(notices).toEqual([`no entity is labelled in "${unlabelled}": every score on it will be 0`]);
});
