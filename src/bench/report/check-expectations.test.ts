import { describe, expect, test } from "vitest";
import { madeUpResult, madeUpRun } from "../../../test/support/bench-runs.ts";
import type { SentenceCounts } from "../../evaluation/index.ts";
import type { RunResult } from "../run/run-result.ts";
import type { Expectation } from "../suite/expectation-schema.ts";
import { checkExpectations } from "./check-expectations.ts";
import { benchTables } from "./table.ts";

const at = (column: string, row: string, seed: number) => madeUpRun({ column, row, seed });
const scores: [column: string, row: string, seed: number, f1: number, seconds: number][] = [
  ["demo-p0", "ce", 1, 80, 60],
  ["demo-p0", "ce", 2, 82, 60],
  ["demo-p0", "best", 1, 84, 60],
  ["demo-p0", "best", 2, 86, 90],
  ["demo-p0.7", "ce", 1, 40, 60],
  ["demo-p0.7", "ce", 2, 44, 60],
  ["demo-p0.7", "best", 1, 68, 60],
];
/** `best` has one seed left to run at p = 0.7; at p = 0.9 nothing was run. */
const runs = ["demo-p0", "demo-p0.7", "demo-p0.9"].flatMap((column) =>
  ["ce", "best"].flatMap((row) => [1, 2].map((seed) => at(column, row, seed))),
);
const results = new Map<string, RunResult>(
  scores.map(([column, row, seed, f1, seconds]) => {
    const run = at(column, row, seed);
    return [run.name, madeUpResult(run, f1, { seconds: { train: seconds, total: seconds } })];
  }),
);
const tables = benchTables({ runs, results, baseline: null, counts: new Map() });
const check = (expectation: Expectation, counts: ReadonlyMap<string, SentenceCounts> = new Map()) =>
  checkExpectations([expectation], tables, counts)[0];

describe("checkExpectations", () => {
  test("f1: the mean over seeds, of the best row where none is named", () => {
    // (80 + 82) / 2 and (84 + 86) / 2
    const claim = "c";
    expect(check({ kind: "f1", claim, of: { column: "demo-p0", row: "ce" }, atLeast: 81.01 })).toEqual({
      claim,
      wanted: "≥ 81.01",
      measured: "81.00",
      isMet: false,
    });
    expect(check({ kind: "f1", claim, of: { column: "demo-p0" }, atLeast: 85 })).toMatchObject({
      measured: "85.00",
      isMet: true,
    });
  });

  test("difference: with the chance that it is luck, and a note while runs are missing", () => {
    const expectation: Expectation = {
      kind: "difference",
      claim: "c",
      of: { column: "demo-p0.7", row: "best" },
      over: { column: "demo-p0.7", row: "ce" },
      atLeast: 10,
    };
    // 68 − (40 + 44) / 2
    expect(check(expectation)).toMatchObject({ wanted: "≥ +10.00", measured: "+26.00, so far", isMet: true });
    const counts = new Map(
      ["best", "ce"].map((row): [string, SentenceCounts] => [
        at("demo-p0.7", row, 1).name,
        {
          length: 20,
          correct: new Int32Array(20).fill(row === "best" ? 1 : 0),
          predicted: new Int32Array(20).fill(1),
          gold: new Int32Array(20).fill(1),
        },
      ]),
    );
    expect(check(expectation, counts)?.measured).toBe("+26.00 (p < 0.001), so far");
    const backwards = check({ ...expectation, of: expectation.over, over: expectation.of, atLeast: 0 });
    expect(backwards).toMatchObject({ measured: "−26.00, so far", isMet: false });
  });

  test("share: how much of another score is reached", () => {
    // 42 / 81 = 0.5185
    const expectation: Expectation = {
      kind: "share",
      claim: "c",
      of: { column: "demo-p0.7", row: "ce" },
      over: { column: "demo-p0", row: "ce" },
      atLeast: 0.5,
    };
    expect(check(expectation)).toMatchObject({ wanted: "≥ 50.0 %", measured: "51.9 %", isMet: true });
  });

  test("minutes: those of the slowest run", () => {
    const expectation: Expectation = { kind: "minutes", claim: "c", of: { column: "demo-p0" }, atMost: 1 };
    expect(check(expectation)).toMatchObject({ wanted: "≤ 1 min", measured: "1.5 min", isMet: false });
    expect(check({ ...expectation, of: { column: "demo-p0", row: "ce" } })).toMatchObject({ isMet: true });
  });

  test("nothing is said before anything was run", () => {
    const of = { column: "demo-p0.9" };
    const over = { column: "demo-p0" };
    const expectations: Expectation[] = [
      { kind: "f1", claim: "c", of, atLeast: 1 },
      { kind: "difference", claim: "c", of: over, over: of, atLeast: 1 },
      { kind: "share", claim: "c", of, over, atLeast: 1 },
      { kind: "minutes", claim: "c", of, atMost: 1 },
    ];
    for (const expectation of expectations) {
      expect(check(expectation)).toMatchObject({ measured: undefined, isMet: undefined });
    }
  });
});
