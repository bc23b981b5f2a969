import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { markedSentence } from "../../../test/support/marked-sentence.ts";
import type { Completeness, Sentence } from "../../data/index.ts";
import { parseTrainConfig } from "../config/config.ts";
import { completeByDictionary } from "./complete-by-dictionary.ts";
import { readDictionary } from "./dictionary-reading.ts";

const path = join(mkdtempSync(join(tmpdir(), "lacuna-")), "dictionary");
mkdirSync(path);
writeFileSync(join(path, "DISEASE.txt"), "Heart Failure\ninfarction\nMyocardial Infarction\nAIDS\n");
writeFileSync(join(path, "PER.txt"), "May\nAnn\n");

const sentence = (marked: string, completeness: Completeness = "partial") =>
  markedSentence(marked, completeness);

const shown = ({ tokens, entities }: Sentence) =>
  entities.map(({ start, end, label }) => `${label} ${tokens.slice(start, end).join(" ")}`);

const train = [
  sentence("old myocardial [DISEASE infarction] of Ann"),
  sentence("heart failure may be aids"),
  sentence("heart failure", { complete: ["DISEASE"] }),
];
const dev = [
  sentence("[DISEASE heart failure] aids may kill", "complete"),
  sentence("[DISEASE myocardial infarction] may kill [PER Ann]", "complete"),
];

const config = (more: object = {}) =>
  parseTrainConfig({ train: ["t.jsonl"], dictionary: { path, ...more } }, "test");
const complete = (more: object, sentences = train, held: readonly Sentence[] = dev) =>
  completeByDictionary(config(more), { train: sentences, dev: held, notices: [] });

describe("how freely a dictionary is read", () => {
  const read = (more: object, held: readonly Sentence[] = dev) =>
    readDictionary(config(more).dictionary!, held, "words").then(({ reading }) => reading);

  test("is what agrees best with dev", async () => {
    // exact: infarction, Ann: 1 of 2 right; heading: heart failure, myocardial infarction, Ann right, may twice wrong;
    // fold: aids is wrong too.
    expect(await read({})).toEqual({ case: "heading", plural: false });
  });

  test("is letter by letter where dev says nothing, or is not complete", async () => {
    expect(await read({}, [])).toEqual({ case: "exact", plural: false });
    const partial = dev.map((own) => ({ ...own, completeness: "partial" as const }));
    expect(await read({}, partial)).toEqual({ case: "exact", plural: false });
    const without = dev.map((own) => ({ ...own, entities: [] }));
    expect(await read({}, without)).toEqual({ case: "exact", plural: false });
  });

  test("is as told", async () => {
    expect(await read({ case: "fold", plural: true })).toEqual({ case: "fold", plural: true });
    expect(await read({ case: "smart" })).toEqual({ case: "smart", plural: false });
  });

  test("must be worth a point", async () => {
    // 200 names that are found letter by letter, and one that is not: F1 rises by less than a point.
    const many = [...Array.from({ length: 200 }, () => sentence("[PER Ann]", "complete")), dev[0]!];
    expect(await read({}, many)).toEqual({ case: "exact", plural: false });
  });

  test("does not matter where there are no words", async () => {
    const { reading } = await readDictionary(config().dictionary!, dev, "characters");
    expect(reading).toEqual({ case: "exact", plural: false });
  });
});

describe("partial sentences", () => {
  test("are given the names of labels that dev can vouch for", async () => {
    const { data, config: told } = await complete({});
    // Of the hits of PER on dev one of three is right (may, may, Ann), of those of DISEASE all are.
    expect(told.dictionary).toMatchObject({ case: "heading", plural: false, completes: ["DISEASE"] });
    expect(data.train.map(shown)).toEqual([["DISEASE myocardial infarction"], ["DISEASE heart failure"], []]);
    expect(data.notices).toEqual([
      `dictionary "${path}": 1 names more are labelled in partial sentences (DISEASE; case: heading)`,
    ]);
    expect(data.dev).toBe(dev);
  });

  test("are left alone where others are complete", async () => {
    const both = [...train, sentence("[PER Ann] left", "complete")];
    const { data, config: told } = await complete({}, both);
    expect(data.train).toBe(both);
    expect(told.dictionary).toMatchObject({ case: "heading", completes: [] });
  });

  test("are left alone without a dev file, or when told so", async () => {
    for (const { data } of [await complete({}, train, []), await complete({ completes: [] })])
      expect(data.train).toBe(train);
  });

  test("are given what is asked for, complete ones never", async () => {
    const both = [...train, sentence("May left", "complete")];
    const { data } = await complete({ completes: ["PER"], case: "exact" }, both, []);
    expect(data.train.map(shown)).toEqual([["DISEASE infarction", "PER Ann"], [], [], []]);
  });

  test("are given the same again by the config that was decided", async () => {
    const first = await complete({});
    const again = await completeByDictionary(first.config, { train, dev, notices: [] });
    expect(again.data.train).toEqual(first.data.train);
    expect(again.config).toEqual(first.config);
  });
});

test("a run without a dictionary is left as it is", async () => {
  const plain = parseTrainConfig({ train: ["t.jsonl"] }, "test");
  const data = { train, dev, notices: [] };
  expect(await completeByDictionary(plain, data)).toEqual({ config: plain, data });
});
