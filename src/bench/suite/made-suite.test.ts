import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { runInputs } from "../run/run-config.ts";
import { runCorpora } from "../run/run-corpora.ts";
import { expandSuite } from "./expand-suite.ts";
import { type Comparison, comparisonName, madeSuite } from "./made-suite.ts";
import { parseSuite } from "./open-suite.ts";

const comparison: Comparison = {
  train: [join("contracts", "train.jsonl:partial"), join("contracts", "gold.conll:complete=PER,ORG")],
  dev: join("contracts", "dev.jsonl"),
  test: join("contracts", "test.jsonl"),
  methods: ["lacuna", "tagger", "ce"],
};
const out = join("results", "first");
const suiteOf = (over: Partial<Comparison> = {}) =>
  parseSuite(madeSuite({ ...comparison, ...over }, out), "made");

test("its paths, seen from its folder, are the files that were given; suffixes stay", () => {
  const suite = suiteOf({ dictionary: "words", vectors: join("..", "glove.txt") });
  const [run] = expandSuite(suite);
  expect(run!.name).toBe("contracts/cnn/lacuna/seed1");
  expect(runCorpora(run!, out, "made")).toEqual({
    train: [
      `${resolve("contracts", "train.jsonl")}:partial`,
      `${resolve("contracts", "gold.conll")}:complete=PER,ORG`,
    ],
    dev: resolve("contracts", "dev.jsonl"),
    test: resolve("contracts", "test.jsonl"),
  });
  expect(runInputs(run!, { data: out, encoders: "nowhere" })).toEqual({
    encoder: null,
    vectors: resolve("..", "glove.txt"),
    dictionary: resolve("words"),
  });
  // No folder of this machine is named: the folder can be moved with its data.
  expect(JSON.stringify(suite)).not.toContain(resolve("."));
});

test("encoders are kinds or folders; a folder is called by its last part", () => {
  const runs = expandSuite(suiteOf({ encoders: ["cnn", "./minilm", join("..", "encoders", "bert")] }));
  const inputs = new Map(
    runs.map((run) => [run.encoder, runInputs(run, { data: out, encoders: "nowhere" }).encoder]),
  );
  expect([...inputs]).toEqual([
    ["cnn", null],
    ["minilm", resolve("minilm")],
    ["bert", resolve("..", "encoders", "bert")],
  ]);
});

test("a folder beside the suite is a path, too", () => {
  const suite = parseSuite(
    madeSuite({ ...comparison, encoders: [`./${join("results", "first", "enc")}`] }, out),
    "x",
  );
  expect(expandSuite(suite)[0]).toMatchObject({ encoder: "enc", encoderPath: "./enc" });
});

test("methods × encoders × masks × seeds, with the budgets and settings that were given", () => {
  const runs = expandSuite(
    suiteOf({ mask: [0, 0.5], seeds: 2, epochs: 3, minutes: 1.5, set: { encoder: { width: 8 } } }),
  );
  expect(runs).toHaveLength(12);
  expect(runs[0]).toMatchObject({ epochs: 3, minutes: 1.5, set: { encoder: { width: 8 } }, mask: 0 });
});

test("the baseline is what takes labels as they are, else the first method, else what was asked for", () => {
  expect(suiteOf().baseline).toBe("tagger");
  expect(suiteOf({ methods: ["lacuna", "weighted"] }).baseline).toBe("lacuna");
  expect(suiteOf({ baseline: "ce" }).baseline).toBe("ce");
  expect(() => suiteOf({ baseline: "weighted" })).toThrow("--baseline weighted is not one of the methods");
});

test.each([
  ["contracts/train.jsonl:partial", "contracts"],
  ["contracts/legal text.jsonl", "legal-text"],
  // Not to be taken for a mask.
  ["contracts/half-p0.5.jsonl", "half_p0.5"],
  ["a/…", "data"],
])("it is called by its training file, or the folder of that: %s", (file, name) => {
  expect(comparisonName({ train: [file] })).toBe(name);
});
