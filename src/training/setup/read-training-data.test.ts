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

test("a dev file without any label is used, with a warning", async () => {
  const { notices } = await readTrainingData({ train: [`${a}:partial`], dev: unlabelled });
  expect(notices).toEqual([`no entity is labelled in "${unlabelled}": every score on it will be 0`]);
});
