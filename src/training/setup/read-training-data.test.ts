import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ReadLog } from "../../data/index.ts";
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
  expect(notices).toEqual([`dropped: 1 × sentence without words, first at ${b}:1 (nothing to label)`]);
  expect([...log.assumptions]).toEqual([]);
});

test("what is assumed, dropped or repaired is reported", async () => {
  const bad = write("bad.jsonl", [ann, { tokens: ["x"], entities: [{ start: 0, end: 9, label: "PER" }] }]);
  const { notices } = await readTrainingData({ train: [bad], dev: null });
  expect(notices[0]).toContain("nothing says whether the labels are complete");
  expect(notices[1]).toMatch(/^dropped: 1 × .*bad.jsonl:2/);
  expect(notices).toHaveLength(2);
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
  expect(notices).toHaveLength(1);
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
