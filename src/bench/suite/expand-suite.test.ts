import { describe, expect, test } from "vitest";
import { expandSuite } from "./expand-suite.ts";
import { openSuite, parseSuite } from "./open-suite.ts";

const files = { train: ["a/train.jsonl:complete"], dev: "a/dev.jsonl", test: "a/test.jsonl" };
const small = {
  format: 1,
  title: "small",
  shows: "nothing",
  data: [
    { name: "news", ...files },
    { name: "news-a", column: "news", ...files },
  ],
  groups: [
    {
      data: ["news"],
      mask: [0.5, 0],
      encoders: ["cnn", "bilstm"],
      rows: ["ce", { name: "wide", method: "weighted", set: { "encoder.width": 8, maxWidth: 4 } }],
      set: { "encoder.width": 4 },
      seeds: 2,
      minutes: 3,
    },
    { data: ["news-a"], encoders: ["cnn"], rows: ["ce"], seeds: [7] },
  ],
};

describe("expandSuite", () => {
  test("is the product of data, maskings, encoders, rows and seeds, in order, seeds last", () => {
    expect(expandSuite(parseSuite(small, "small")).map(({ name }) => name)).toEqual([
      "news-p0.5/cnn/ce/seed1",
      "news-p0.5/cnn/wide/seed1",
      "news-p0.5/bilstm/ce/seed1",
      "news-p0.5/bilstm/wide/seed1",
      "news-p0/cnn/ce/seed1",
      "news-p0/cnn/wide/seed1",
      "news-p0/bilstm/ce/seed1",
      "news-p0/bilstm/wide/seed1",
      "news-p0.5/cnn/ce/seed2",
      "news-p0.5/cnn/wide/seed2",
      "news-p0.5/bilstm/ce/seed2",
      "news-p0.5/bilstm/wide/seed2",
      "news-p0/cnn/ce/seed2",
      "news-p0/cnn/wide/seed2",
      "news-p0/bilstm/ce/seed2",
      "news-p0/bilstm/wide/seed2",
      "news-a/cnn/ce/seed7",
    ]);
  });

  test("a run holds all that decides it; what a row sets wins over what its group sets", () => {
    const runs = expandSuite(parseSuite(small, "small"));
    expect(runs.find(({ name }) => name === "news-p0.5/cnn/wide/seed2")).toEqual({
      name: "news-p0.5/cnn/wide/seed2",
      column: "news-p0.5",
      row: "wide",
      data: { name: "news", ...files },
      mask: 0.5,
      encoder: "cnn",
      method: "weighted",
      seed: 2,
      epochs: null,
      minutes: 3,
      set: { "encoder.width": 8, maxWidth: 4 },
      vectors: null,
      dictionary: null,
    });
    // Two data sets may share a column, where they differ in their training files only.
    expect(runs.at(-1)).toMatchObject({ column: "news", mask: null, minutes: null });
  });

  test("--seeds takes the place of the seeds of every group", () => {
    const runs = expandSuite(parseSuite(small, "small"), { seeds: 3 });
    // (2 maskings × 2 encoders × 2 rows + 1) × 3 seeds
    expect(runs).toHaveLength(27);
    expect(runs.filter(({ data }) => data.name === "news-a").map(({ seed }) => seed)).toEqual([1, 2, 3]);
  });

  test("conll03-masked has the runs that were asked for", async () => {
    const { suite } = await openSuite("conll03-masked");
    const methods = ["ce", "uniform", "weighted", "scl-rai", "nrces"];
    const sampled = ["uniform", "weighted", "nrces", "scl-rai"];
    expect(expandSuite(suite).map(({ name }) => name)).toEqual([
      ...[0.9, 0.5].flatMap((p) => sampled.map((method) => `conll03-p${p}/cnn/${method}/seed1`)),
      ...[0.7, 0].flatMap((p) => methods.map((method) => `conll03-p${p}/cnn/${method}/seed1`)),
      "conll03-p0.5/cnn/ce/seed1",
      "conll03-p0.9/cnn/ce/seed1",
      "conll03-p0/cnn/uniform-rate1/seed1",
      "conll03-p0/cnn/tagger/seed1",
      "conll03-p0/minilm-l6/ce/seed1",
      "conll03-p0/minilm-l6/tagger/seed1",
      "conll03-p0/minilm-l6/tagger-windows/seed1",
      "conll03-p0.7/minilm-l6/ce/seed1",
      "conll03-p0.7/minilm-l6/weighted/seed1",
      "conll03-p0.7/minilm-l6/scl-rai/seed1",
      "conll03-p0.7/minilm-l6/nrces/seed1",
      // First seeds come first.
      ...["cnn/lacuna/seed1", "minilm-l6/lacuna/seed1"].flatMap((run) =>
        [0, 0.5, 0.7, 0.9].map((p) => `conll03-p${p}/${run}`),
      ),
      ...[2, 3].flatMap((seed) => [
        ...[0.9, 0.5].flatMap((p) => sampled.map((method) => `conll03-p${p}/cnn/${method}/seed${seed}`)),
        ...[0, 0.5, 0.7, 0.9].map((p) => `conll03-p${p}/cnn/lacuna/seed${seed}`),
      ]),
    ]);
  });

  test("two runs of one name are refused, and so is a data set that is not there", () => {
    const twice = { ...small, groups: [small.groups[1]!, small.groups[1]!] };
    expect(() => expandSuite(parseSuite(twice, "twice"))).toThrow(
      'two runs of "small" are called "news-a/cnn/ce/seed7"',
    );
    const gone = { ...small, groups: [{ ...small.groups[1]!, data: ["newz"] }] };
    expect(() => expandSuite(parseSuite(gone, "gone"))).toThrow('groups[0].data names "newz"');
  });
});
