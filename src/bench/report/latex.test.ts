import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { madeUpResult, madeUpRun } from "../../../test/support/bench-runs.ts";
import type { SentenceCounts } from "../../evaluation/index.ts";
import type { RunResult } from "../run/run-result.ts";
import { parseSuite } from "../suite/open-suite.ts";
import type { BenchRun } from "../suite/run.ts";
import { benchLatex, decimalsFor, escaped } from "./latex.ts";
import { summariseBench } from "./summary.ts";

const masks = [0, 0.5, 0.7];
const suiteOf = (wanted: readonly number[]) =>
  parseSuite(
    {
      format: 2,
      title: "t",
      shows: "s",
      baseline: "ce",
      data: [{ name: "demo_1", embedded: "demo", sentences: { train: 1, dev: 1, test: 1 } }],
      groups: [
        {
          data: ["demo_1"],
          mask: wanted,
          encoders: ["cnn"],
          rows: ["ce", { name: "sharp", title: "50 % & μ_1", method: "weighted" }],
          seeds: 2,
        },
      ],
    },
    "made up",
  );

/** By column, row and seed: precision, recall, F1. */
const scores = new Map([
  ["demo_1-p0/cnn/ce/seed1", [80, 60, 70]],
  ["demo_1-p0/cnn/ce/seed2", [80, 64, 72]],
  ["demo_1-p0/cnn/sharp/seed1", [81, 70, 75]],
  ["demo_1-p0/cnn/sharp/seed2", [79, 73, 75.5]],
  ["demo_1-p0.5/cnn/ce/seed1", [50, 20, 30]],
]);

function summaryOf(wanted: readonly number[]) {
  const suite = suiteOf(wanted);
  const runs = wanted.flatMap((mask) =>
    ["ce", "sharp"].flatMap((row) =>
      [1, 2].map((seed): BenchRun => {
        const column = `demo_1-p${mask}`;
        return madeUpRun({ column, mask, row, seed, data: suite.data[0]! });
      }),
    ),
  );
  const results = new Map<string, RunResult>();
  for (const run of runs) {
    const found = scores.get(run.name);
    if (found === undefined) continue;
    const [precision, recall, f1] = found as [number, number, number];
    const made = madeUpResult(run, f1, { perEpoch: [], encoders: 1, words: 1000 });
    results.set(run.name, { ...made, test: { ...made.test, precision, recall, f1 } });
  }
  // `sharp` is right in all of 20 sentences, `ce` in none: the difference is no chance.
  const counts = new Map<string, SentenceCounts>(
    [...results.keys()].map((name) => {
      const each = (value: number) => Int32Array.from({ length: 20 }, () => value);
      return [
        name,
        { length: 20, correct: each(name.includes("sharp") ? 1 : 0), predicted: each(1), gold: each(1) },
      ];
    }),
  );
  return summariseBench({ name: "my suite", suite }, runs, results, counts);
}

describe("benchLatex", () => {
  test("precision, recall and F1 of a column stand together; best in bold, ± with its own digits, stars", () => {
    const text = benchLatex(summaryOf([0]));
    // P: sd 0 and √2 = 1.41: one decimal. R: √8 = 2.83 and √4.5 = 2.12: one. F1: √2 = 1.41 and √0.125 = 0.35: two.
    expect(text).toContain(
      [
        "\\begin{tabular}{lrrr}",
        "\\toprule",
        " & \\multicolumn{3}{c}{p = 0} \\\\",
        "\\cmidrule(lr){2-4}",
        "Method & P & R & F1 \\\\",
        "\\midrule",
        "ce & $\\mathbf{80.0} \\pm 0.0$ & $62.0 \\pm 2.8$ & $71.00 \\pm 1.41$ \\\\",
        "50 \\% \\& $\\mu$\\_1 & $\\mathbf{80.0} \\pm 1.4$ & $\\mathbf{71.5} \\pm 2.1$ & $\\mathbf{75.25} \\pm 0.35^{***}$ \\\\",
        "\\bottomrule",
        "\\end{tabular}",
      ].join("\n"),
    );
    expect(text).toContain(
      "\\caption{Test P, R, F1 with cnn, mean over 2 seeds, $\\pm$ standard deviation. Best in bold. Stars: difference from ce, ",
    );
    expect(text).toContain("\\label{tab:my-suite-cnn-prf1}");
    // What it cost, in a table of its own.
    expect(text).toContain("ce & 1 & 0 & 1 & 1,000 & 1 min 30 s & 1 min \\\\");
  });

  test("with many columns F1 has a table, precision and recall another; what is not measured is left out", () => {
    scores.set("demo_1-p0.7/cnn/ce/seed1", [40, 10, 16]);
    const text = benchLatex(summaryOf(masks));
    scores.delete("demo_1-p0.7/cnn/ce/seed1");
    expect(text).toContain("\\begin{tabular}{lrrr}");
    expect(text).toContain("\\begin{tabular}{lrrrrrr}");
    expect(text).toContain("\\cmidrule(lr){2-3} \\cmidrule(lr){4-5} \\cmidrule(lr){6-7}");
    expect(text).toContain("& $\\mathbf{30.00}$ &");
    expect(text).toContain("& -- & -- \\\\");
    expect(text).toContain("mean over 1 to 2 seeds");
  });

  test("every line of a table has as many cells as the table has columns", () => {
    for (const wanted of [[0], [0, 0.5], masks]) {
      const tabulars = [...benchLatex(summaryOf(wanted)).matchAll(/\\begin\{tabular\}\{(\w+)\}(.*?)\\end/gs)];
      expect(tabulars.length).toBeGreaterThan(1);
      for (const [, columns, body] of tabulars) {
        for (const row of body!.split("\n").filter((text) => text.endsWith("\\\\"))) {
          const spans = [...row.matchAll(/\\multicolumn\{(\d)\}/g)].reduce(
            (sum, [, n]) => sum + Number(n) - 1,
            0,
          );
          expect(row.split(/(?<!\\)&/).length + spans, row).toBe(columns!.length);
        }
      }
    }
  });

  test("before the first run there is no table", () => {
    const suite = suiteOf([0]);
    const runs = [madeUpRun({ column: "demo_1-p0", mask: 0, data: suite.data[0]! })];
    const empty = summariseBench({ name: "x", suite }, runs, new Map(), new Map());
    expect(benchLatex(empty)).toBe("% \\usepackage{booktabs}\n");
  });
});

test("decimals: two significant digits of the smallest standard deviation, one decimal at least, two at most", () => {
  const of = (...spreads: (number | undefined)[]) =>
    decimalsFor(spreads.map((sd) => ({ count: 2, mean: 50, sd })));
  expect(of(0.35, 1.4)).toBe(2);
  expect(of(0.034)).toBe(2);
  expect(of(1.4, 2.8)).toBe(1);
  expect(of(12)).toBe(1);
  expect(of(0, 3)).toBe(1);
  expect(of(undefined)).toBe(2);
  expect(decimalsFor([undefined])).toBe(2);
});

describe("escaped", () => {
  test("what LaTeX would read as a command", () => {
    expect(escaped("a_b & 100 % {#1} $x^2$ ~\\")).toBe(
      "a\\_b \\& 100 \\% \\{\\#1\\} \\$x\\textasciicircum{}2\\$ \\textasciitilde{}\\textbackslash{}",
    );
    expect(escaped("λ ≥ 0.5, 简历")).toBe("$\\lambda$ $\\geq$ 0.5, 简历");
    expect(escaped("ς ο σ ω")).toBe("ς ο $\\sigma$ $\\omega$");
  });

  test("no text can end a cell, a line or a comment, or open a group that it does not close", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const shown = escaped(text).replaceAll(/\\(textbackslash|textasciitilde|textasciicircum)\{\}/g, "");
        expect(shown.replaceAll(/\\[&%$#_{}]/g, "")).not.toMatch(/[&%#_~^\n]|\\\\/);
        const plain = shown.replaceAll(/\\[{}$]/g, "");
        expect(plain.split("$").length % 2).toBe(1);
        expect(plain.split("{").length).toBe(plain.split("}").length);
      }),
    );
  });
});
