import { describe, expect, test } from "vitest";
import { madeUpCell, madeUpResult } from "../../../test/support/bench-cells.ts";
import type { SentenceCounts } from "../../evaluation/index.ts";
import type { CellResult } from "../run/run-result.ts";
import type { SuitePromise } from "../suite/expectation-schema.ts";
import { checkPromises } from "./check-expectations.ts";
import { benchTables } from "./table.ts";

const at = (column: string, row: string, seed: number) => madeUpCell({ column, row, seed });
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
const cells = ["demo-p0", "demo-p0.7", "demo-p0.9"].flatMap((column) =>
  ["ce", "best"].flatMap((row) => [1, 2].map((seed) => at(column, row, seed))),
);
const results = new Map<string, CellResult>(
  scores.map(([column, row, seed, f1, seconds]) => {
    const cell = at(column, row, seed);
    return [cell.name, madeUpResult(cell, f1, { seconds: { train: seconds, total: seconds } })];
  }),
);
const tables = benchTables({ cells, results, baseline: null, counts: new Map() });
const check = (promise: SuitePromise, counts: ReadonlyMap<string, SentenceCounts> = new Map()) =>
  checkPromises([promise], tables, counts)[0];

describe("checkPromises", () => {
  test("f1: the mean over seeds, of the best row where none is named", () => {
    // (80 + 82) / 2 and (84 + 86) / 2
    const claim = "c";
    expect(check({ kind: "f1", claim, of: { column: "demo-p0", row: "ce" }, atLeast: 81.01 })).toEqual({
      claim,
      wanted: "≥ 81.01",
      measured: "81.00",
      isKept: false,
    });
    expect(check({ kind: "f1", claim, of: { column: "demo-p0" }, atLeast: 85 })).toMatchObject({
      measured: "85.00",
      isKept: true,
    });
  });

  test("difference: with the chance that it is luck, and a note while cells are missing", () => {
    const promise: SuitePromise = {
      kind: "difference",
      claim: "c",
      of: { column: "demo-p0.7", row: "best" },
      over: { column: "demo-p0.7", row: "ce" },
      atLeast: 10,
    };
    // 68 − (40 + 44) / 2
    expect(check(promise)).toMatchObject({ wanted: "≥ +10.00", measured: "+26.00, so far", isKept: true });
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
    expect(check(promise, counts)?.measured).toBe("+26.00 (p < 0.001), so far");
    const backwards = check({ ...promise, of: promise.over, over: promise.of, atLeast: 0 });
    expect(backwards).toMatchObject({ measured: "−26.00, so far", isKept: false });
  });

  test("share: how much of another score is reached", () => {
    // 42 / 81 = 0.5185
    const promise: SuitePromise = {
      kind: "share",
      claim: "c",
      of: { column: "demo-p0.7", row: "ce" },
      over: { column: "demo-p0", row: "ce" },
      atLeast: 0.5,
    };
    expect(check(promise)).toMatchObject({ wanted: "≥ 50.0 %", measured: "51.9 %", isKept: true });
  });

  test("minutes: those of the slowest cell", () => {
    const promise: SuitePromise = { kind: "minutes", claim: "c", of: { column: "demo-p0" }, atMost: 1 };
    expect(check(promise)).toMatchObject({ wanted: "≤ 1 min", measured: "1.5 min", isKept: false });
    expect(check({ ...promise, of: { column: "demo-p0", row: "ce" } })).toMatchObject({ isKept: true });
  });

  test("nothing is said before anything was run", () => {
    const of = { column: "demo-p0.9" };
    const over = { column: "demo-p0" };
    const promises: SuitePromise[] = [
      { kind: "f1", claim: "c", of, atLeast: 1 },
      { kind: "difference", claim: "c", of: over, over: of, atLeast: 1 },
      { kind: "share", claim: "c", of, over, atLeast: 1 },
      { kind: "minutes", claim: "c", of, atMost: 1 },
    ];
    for (const promise of promises) {
      expect(check(promise)).toMatchObject({ measured: undefined, isKept: undefined });
    }
  });
});
