import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReadCorpusOptions, readCorpus } from "./read-corpus.ts";
import { ReadLog } from "./read-log.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-read-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const line = (label: string, more: object = {}) =>
  `${JSON.stringify({ tokens: ["Ann", "left"], entities: [{ start: 0, end: 1, label }], ...more })}\n`;

beforeAll(() => {
  writeFileSync(at("plain.jsonl"), line("PER") + line("LOC"));
  writeFileSync(at("own.jsonl"), line("PER", { completeness: "partial" }) + line("PER"));
});

async function completenessOf(spec: string, options: ReadCorpusOptions = {}) {
  const found = [];
  for await (const { completeness } of readCorpus(at(spec), options)) found.push(completeness);
  return found;
}

describe("what is assumed", () => {
  test("holds only where neither the caller nor the file says anything", async () => {
    const log = new ReadLog();
    expect(await completenessOf("own.jsonl", { assume: "complete", log })).toEqual(["partial", "complete"]);
    expect(await completenessOf("own.jsonl:complete", { assume: "partial", log })).toEqual([
      "complete",
      "complete",
    ]);
    expect(await completenessOf("plain.jsonl", { assume: "partial", log })).toEqual(["partial", "partial"]);
    expect(log.assumptions.size).toBe(0);
    expect([...log.unstated]).toEqual([
      [at("own.jsonl"), 1],
      [at("plain.jsonl"), 2],
    ]);
  });
});

describe("a mistake has a hint", () => {
  const hintOf = async (spec: unknown) =>
    completenessOfAny(spec).then(
      () => "nothing is wrong",
      (error) => error.hint,
    );
  async function completenessOfAny(spec: unknown) {
    for await (const _ of readCorpus(spec as string));
  }

  test.each([
    ["plain.jsonl:partail", 'did you mean "FOLDER/plain.jsonl:partial"?'],
    ["plain.jsonl:compelte=PER,LOC", 'did you mean "FOLDER/plain.jsonl:complete=PER,LOC"?'],
    [
      "plain.jsonl:gold",
      '"FOLDER/plain.jsonl" is there; after its colon say complete, partial or complete=LABEL,LABEL',
    ],
    ["plian.jsonl", 'did you mean "FOLDER/plain.jsonl"?'],
    ["nothing-of-the-kind", undefined],
    ["plain.jsonl:complete=PERS", 'did you mean "PER"? it has: LOC, PER'],
  ])("%s", async (spec, hint) => {
    expect(await hintOf(at(spec))).toBe(hint?.replace("FOLDER", folder));
  });

  test.each([
    [undefined, "readCorpus() takes the name of a file, not undefined"],
    [5, "readCorpus() takes the name of a file, not a number (5)"],
    [["a.jsonl"], "readCorpus() takes the name of a file, not a list"],
    [{ file: "a.jsonl" }, "readCorpus() takes the name of a file, not an object"],
    ["", 'readCorpus() takes the name of a file, not a string ("")'],
  ])("readCorpus(%j)", async (spec, message) => {
    await expect(completenessOfAny(spec)).rejects.toThrow(message);
    expect(await hintOf(spec)).toContain('readCorpus("train.jsonl:partial")');
  });
});

test("a label that a file is complete for and does not have is warned of, where no other is meant", async () => {
  const log = new ReadLog();
  await completenessOf("plain.jsonl:complete=PER,GENE", { log });
  expect(log.warnings).toEqual([
    {
      message: `${at("plain.jsonl")} is said to be complete for "GENE", but has no entity of that label`,
      advice: ["it has: LOC, PER"],
    },
  ]);
});
