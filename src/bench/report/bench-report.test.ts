import { describe, expect, test } from "vitest";
import { madeUpResult, madeUpRun } from "../../../test/support/bench-runs.ts";
import type { RunEpoch, RunResult } from "../run/run-result.ts";
import { parseSuite } from "../suite/open-suite.ts";
import { benchReport } from "./bench-report.ts";
import { epochMeans } from "./figures.ts";
import { benchMarkdown } from "./markdown.ts";
import { summariseBench } from "./summary.ts";

const suite = parseSuite(
  {
    format: 2,
    title: "Made up <b>",
    shows: "What `ce` is worth.",
    baseline: "ce",
    data: [{ name: "demo", embedded: "demo", sentences: { train: 1, dev: 1, test: 1 } }],
    groups: [
      {
        data: ["demo"],
        mask: [0, 0.5],
        encoders: ["cnn"],
        rows: ["ce", { name: "wide", title: "a wide one", method: "weighted" }],
      },
    ],
    published: [
      { paper: "Somebody 2020", where: "Table 9", row: "ce", encoder: "BERT", f1: { "demo-p0": 93.4 } },
    ],
    expectations: [
      { kind: "f1", claim: "p = 0: `ce`", of: { column: "demo-p0", row: "ce" }, atLeast: 80 },
      { kind: "f1", claim: "p = 0.5: wide", of: { column: "demo-p0.5", row: "wide" }, atLeast: 1 },
    ],
  },
  "made up",
);

const epoch = (number: number, f1: number, diagnostics: RunEpoch["diagnostics"] = {}): RunEpoch => ({
  epoch: number,
  loss: 1,
  dev: { precision: f1, recall: f1, f1 },
  diagnostics,
});

const runs = [0, 0.5].flatMap((mask) =>
  ["ce", "wide"].map((row) =>
    madeUpRun({ column: `demo-p${mask}`, mask, row, minutes: 4.5, epochs: 40, data: suite.data[0]! }),
  ),
);
const results = new Map<string, RunResult>(
  runs.slice(0, 3).map((run, i) => [
    run.name,
    madeUpResult(run, 70 + i, {
      perEpoch: [
        epoch(1, 50, { missampling: 0.02, hiddenNonEntity: 0.4, oValueHidden: -1, oValueOutside: 3 }),
        epoch(2, 60, { missampling: 0.04, hiddenNonEntity: 0.5, oValueHidden: -2, oValueOutside: 4 }),
      ],
      commit: "abc1234",
      resumed: i,
    }),
  ]),
);
const summary = summariseBench({ name: "made-up", suite }, runs, results, new Map());

describe("benchMarkdown", () => {
  const text = benchMarkdown(summary);

  test("says how it was run", () => {
    expect(text).toContain(
      "3 of 4 runs are finished (made up; 1 thread per run; Lacuna 0.0.0; commit abc1234).\nLimits, in epochs of the main training or minutes in all: `cnn` 4.5 minutes or 40 epochs. What was really used is in the tables of costs.",
    );
  });

  test("has the scores of finished rows, names the others, and has those of papers and the aims not reached", () => {
    expect(text).toContain("| method | p = 0 | p = 0.5 |");
    expect(text).toContain("| `ce` | 70.00 | 72.00 |");
    expect(text).toContain("| a wide one | 71.00 |  |");
    expect(text).toContain("\n\nNot measured yet: with `cnn` “a wide one” (p = 0.5).\n\n");
    expect(text).toContain("| ce | BERT | 93.40 | Somebody 2020, Table 9 |");
    expect(text).toContain("\n\nAims not reached: p = 0: `ce` ≥ 80.00 (measured: 70.00).\n\n");
    expect(text).not.toContain("not run yet");
    // Missampled and denied are those of the last epoch.
    expect(text).toContain(
      "| demo-p0.5/cnn/ce/seed1 (resumed) | 1 | 1 | 72.00 | 72.00 | 72.00 | 72.00 | 4.00 % | 50.00 % | 1,000 | 1 min | 1 min 30 s | abc1234 |",
    );
  });

  test("rows that were measured with different programs say which", () => {
    const [ce, wide] = [...results.values()] as [RunResult, RunResult];
    const mixed = new Map([ce, { ...wide, commit: null }].map((one) => [one.run.name, one]));
    const shown = benchMarkdown(summariseBench({ name: "made-up", suite }, runs, mixed, new Map()));
    expect(shown).toContain(
      "| method | p = 0 | commit |\n|---|---:|---|\n| `ce` | 70.00 | abc1234 |\n| a wide one | 71.00 | unknown |",
    );
  });

  test("before the first run there is no table", () => {
    const empty = benchMarkdown(summariseBench({ name: "made-up", suite }, runs, new Map(), new Map()));
    expect(empty).toContain("Not measured yet: with `cnn` `ce`, “a wide one”.");
    expect(empty).not.toContain("| method | p");
  });
});

describe("benchReport", () => {
  const source = benchReport(summary);

  test("has our numbers with those of the papers, and the figures", () => {
    expect(source).toContain("<title>Made up &lt;b&gt;</title>");
    expect(source).toContain("ce, BERT (Somebody 2020, Table 9)");
    expect(source).toContain("93.40");
    expect(source).toContain("seed 1: P 72.00, R 72.00, F1 72.00");
    for (const heading of [
      "F1 over hidden labels (cnn, demo)",
      "Missampling over hidden labels (cnn, demo)",
      "F1 over epochs (cnn, p = 0)",
      "O-values over epochs (cnn, p = 0.5)",
    ]) {
      expect(source, heading).toContain(`<h3>${heading}</h3>`);
    }
    expect(source.match(/<svg/g)).toHaveLength(6);
  });

  test("the curve over hidden labels goes through the means, and the paper's is drawn beside it", () => {
    expect(source).toContain("<title>ce\nprobability that a training label is hidden 0.5: 72 %</title>");
    expect(source).toContain(
      "<title>ce, BERT (paper)\nprobability that a training label is hidden 0: 93.4 %</title>",
    );
    // Missampling is the mean over epochs: (2 % + 4 %) / 2.
    expect(source).toContain("<title>ce\nprobability that a training label is hidden 0.5: 3 %</title>");
  });

  test("the same results give the same page", () => {
    expect(benchReport(summary)).toBe(source);
  });

  test("a bench that has not begun has a page as well", () => {
    const empty = benchReport(summariseBench({ name: "made-up", suite }, runs, new Map(), new Map()));
    expect(empty).toContain("0 of 4");
    expect(empty).not.toContain("<svg");
  });
});

describe("the fit on dev", () => {
  // Main epochs 3 and 4 after two of an early stage; the fit raised dev from 60 and 64 to 66 and 70.
  const early = (number: number): RunEpoch => ({
    epoch: number,
    stage: "completing",
    loss: 1,
    diagnostics: {},
  });
  const seeds = [1, 2].map((seed) => madeUpRun({ column: "demo-p0", mask: 0, row: "ce", seed }));
  const fitted = new Map(
    seeds.map((run, i) => [
      run.name,
      madeUpResult(run, 80 + 4 * i, {
        dev: { precision: 70, recall: 65, f1: 66 + 4 * i },
        epochs: 4,
        bestEpoch: 4,
        perEpoch: [early(1), early(2), epoch(3, 50), epoch(4, 60 + 4 * i)],
        encoders: 3,
        words: 1200,
      }),
    ]),
  );
  const whole = summariseBench({ name: "made-up", suite }, seeds, fitted, new Map());

  test("the curve over epochs ends in the dev score of the kept model, which the table of runs has", () => {
    const source = benchReport(whole);
    // (60 + 64) / 2 in the last epoch, (66 + 70) / 2 as kept.
    expect(source).toContain("<title>68.00 ce\nepoch 2: 62.00</title>");
    expect(source).toContain("<title>68.00 ce\nthe kept models as tested: 68.00</title>");
    expect(benchMarkdown(whole)).toContain("| demo-p0/cnn/ce/seed1 | 4 | 4 | 66.00 |");
  });

  test("what each method cost is said from what the runs recorded, not from the limits", () => {
    const text = benchMarkdown(whole);
    expect(text).toContain(
      "| method | epochs | of these main | encoders | words read by each | CPU time | time |\n|---|---:|---:|---:|---:|---:|---:|\n| `ce` | 4 | 2 | 3 | 1,200 | 1 min 30 s | 1 min |",
    );
    expect(text).toContain(
      "Limits, in epochs of the main training or minutes in all: `cnn` 1 epoch. What was really used is in the tables of costs.",
    );
    expect(benchReport(whole)).toContain("<caption>What a run of each method took");
  });
});

describe("epochMeans", () => {
  const run = (perEpoch: RunEpoch[]) => madeUpResult(runs[0]!, 1, { perEpoch });
  const f1 = ({ dev }: RunEpoch) => dev?.f1;

  test("means over seeds, as far as all of them went, without early stages", () => {
    const early: RunEpoch = { epoch: 1, stage: "exploring", loss: 1, diagnostics: {} };
    const results = [
      run([early, epoch(2, 10), epoch(3, 20), epoch(4, 90)]),
      run([epoch(1, 30), epoch(2, 50)]),
    ];
    expect(epochMeans({ results }, f1)).toEqual([
      { x: 1, y: 20, title: "epoch 1: 20.00" },
      { x: 2, y: 35, title: "epoch 2: 35.00" },
    ]);
    expect(epochMeans({ results: [] }, f1)).toEqual([]);
  });
});
