import { describe, expect, test } from "vitest";
import { madeUpResult, madeUpRun } from "../../../test/support/bench-runs.ts";
import type { SentenceCounts } from "../../evaluation/index.ts";
import type { RunResult } from "../run/run-result.ts";
import { entryText, stars } from "./entry-text.ts";
import { meanAndSd } from "./mean-and-sd.ts";
import { benchTables, chanceOf, sumOverSeeds } from "./table.ts";

const countsOf = (rows: readonly (readonly [correct: number, predicted: number, gold: number])[]) => ({
  length: rows.length,
  correct: Int32Array.from(rows, ([correct]) => correct),
  predicted: Int32Array.from(rows, ([, predicted]) => predicted),
  gold: Int32Array.from(rows, ([, , gold]) => gold),
});

describe("meanAndSd", () => {
  test("by hand", () => {
    // Mean (70 + 72 + 77) / 3 = 73; squares 9 + 1 + 16 = 26; √(26 / 2) = √13.
    expect(meanAndSd([70, 72, 77])).toEqual({ count: 3, mean: 73, sd: Math.sqrt(13) });
    expect(meanAndSd([5])).toEqual({ count: 1, mean: 5, sd: undefined });
    expect(meanAndSd([])).toBeUndefined();
  });
});

describe("sumOverSeeds", () => {
  test("adds up sentence by sentence, and refuses seeds that saw other sentences", () => {
    const first = countsOf([
      [1, 2, 3],
      [0, 1, 1],
    ]);
    const second = countsOf([
      [2, 2, 3],
      [1, 1, 1],
    ]);
    expect(sumOverSeeds([first, second])).toEqual(
      countsOf([
        [3, 4, 6],
        [1, 2, 2],
      ]),
    );
    expect(() => sumOverSeeds([first, countsOf([[1, 1, 1]])])).toThrow("different sentences");
  });
});

describe("benchTables", () => {
  const masks = [0.7, 0];
  const runs = masks.flatMap((mask) =>
    ["ce", "weighted"].flatMap((row) =>
      [1, 2, 3].map((seed) => madeUpRun({ column: `demo-p${mask}`, mask, row, seed })),
    ),
  );
  const f1 = new Map([
    ["demo-p0.7/cnn/ce/seed1", 40],
    ["demo-p0.7/cnn/ce/seed2", 44],
    ["demo-p0.7/cnn/weighted/seed1", 70],
    ["demo-p0.7/cnn/weighted/seed2", 72],
    ["demo-p0.7/cnn/weighted/seed3", 77],
  ]);
  const results = new Map<string, RunResult>();
  for (const run of runs) {
    const score = f1.get(run.name);
    if (score !== undefined) results.set(run.name, madeUpResult(run, score));
  }
  // `weighted` is right in 20 sentences of one entity each, `ce` in none: with 2 seeds both have.
  const counts = new Map<string, SentenceCounts>(
    [...results.keys()].map((name) => [
      name,
      countsOf(Array.from({ length: 20 }, () => [name.includes("weighted") ? 1 : 0, 1, 1] as const)),
    ]),
  );

  test("mean and standard deviation over seeds, stars against the baseline, and what is not run yet", () => {
    const tables = benchTables({ runs, results, baseline: "ce", counts });
    expect(tables.map(({ encoder, columns }) => [encoder, columns])).toEqual([
      ["cnn", ["demo-p0", "demo-p0.7"]],
    ]);
    const shown = tables[0]!.rows.map(({ row, entries }) => [row, ...entries.map(entryText)]);
    expect(shown).toEqual([
      // (40 + 44) / 2 = 42, √((4 + 4) / 1) = 2.83
      ["ce", "not run yet", "42.00 ± 2.83 (2 of 3 seeds)"],
      ["weighted", "not run yet", "73.00 ± 3.61 ***"],
    ]);
  });

  test("there is nothing to compare without a baseline, and none in the baseline itself", () => {
    for (const baseline of [null, "weighted", "gone"]) {
      const [table] = benchTables({ runs, results, baseline, counts });
      expect(table!.rows[1]!.entries[1]!.p).toBeUndefined();
    }
  });

  test("data sets of one column and encoders of their own tables", () => {
    const data = { ...runs[0]!.data, name: "demo-a", column: "demo" };
    const others = [
      madeUpRun({ column: "demo", mask: null, row: "ce" }),
      madeUpRun({ column: "demo", mask: null, row: "ce-a", data }),
      madeUpRun({ column: "demo", mask: null, row: "ce", encoder: "bilstm" }),
    ];
    const tables = benchTables({ runs: others, results, baseline: null, counts });
    expect(tables.map(({ encoder, columns, rows }) => [encoder, columns, rows.length])).toEqual([
      ["cnn", ["demo"], 2],
      ["bilstm", ["demo"], 1],
    ]);
    expect(entryText(undefined)).toBe("");
  });
});

describe("chanceOf", () => {
  const entry = (row: string, seeds: readonly number[]) => ({
    results: seeds.map((seed) => madeUpResult(madeUpRun({ row, seed }), 1)),
  });
  const name = (row: string, seed: number) => madeUpRun({ row, seed }).name;

  test("by hand: three sentences that one has right and the other has wrong", () => {
    // Each of the 2³ ways to swap gives a difference of F1 as large as the observed one only where all three are
    // swapped or none is: p = 2 / 8. Without the sentences that both have right, F1 would be all or nothing.
    const right = [1, 1, 1] as const;
    const counts = new Map([
      [name("a", 1), countsOf([right, right, right, right])],
      [name("b", 1), countsOf([right, [0, 1, 1], [0, 1, 1], [0, 1, 1]])],
    ]);
    expect(chanceOf(entry("a", [1]), entry("b", [1]), counts)).toBeCloseTo(0.25, 1);
  });

  test("seeds do not make a difference more certain than its sentences do", () => {
    const right = [1, 1, 1] as const;
    const wrong = [0, 1, 1] as const;
    const counts = new Map(
      [1, 2, 3].flatMap((seed) => [
        [name("a", seed), countsOf([right, right, right, right])] as const,
        [name("b", seed), countsOf([right, wrong, wrong, wrong])] as const,
      ]),
    );
    // As so many more sentences it would be 2 / 2⁹.
    expect(chanceOf(entry("a", [1, 2, 3]), entry("b", [1, 2, 3]), counts)).toBeCloseTo(0.25, 1);
    // Only seeds that both have are compared.
    expect(chanceOf(entry("a", [1]), entry("b", [2]), counts)).toBeUndefined();
  });

  test("stars", () => {
    expect([0.0009, 0.001, 0.009, 0.01, 0.049, 0.05, undefined].map(stars)).toEqual([
      "***",
      "**",
      "**",
      "*",
      "*",
      "",
      "",
    ]);
  });
});
