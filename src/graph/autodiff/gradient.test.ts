import { describe, expect, test } from "vitest";
import { expectClose } from "../../../test/graph/check-case.ts";
import * as g from "../index.ts";
import { type Node, topological } from "../node.ts";

describe("gradient", () => {
  test("adds up what arrives along several ways: d(x² + 3x) = 2x + 3", () => {
    const x = g.input("x", []);
    const loss = g.add(g.mul(x, x), g.mul(x, 3));
    const [dx] = g.gradient(loss, [x]);
    expect(g.evaluate([dx!], { x: { data: [5], shape: [] } })[0]!.data[0]).toBe(13);
  });

  test("is zero where the loss does not depend on the target", () => {
    const [x, y] = [g.input("x", [2]), g.input("y", [2])];
    const [dy] = g.gradient(g.reduceSum(x), [y]);
    expect([...g.evaluate([dy!], {})[0]!.data]).toEqual([0, 0]);
  });

  test("of a gradient: d²(x³) = 6x", () => {
    const x = g.input("x", []);
    const [first] = g.gradient(g.pow(x, 3), [x]);
    const [second] = g.gradient(first!, [x]);
    expect(g.evaluate([second!], { x: { data: [4], shape: [] } })[0]!.data[0]).toBeCloseTo(24, 12);
  });
});

describe("sparse gradient", () => {
  const table = g.parameter("table", [1000, 2]);
  const first = g.input("first", ["n", 2], "int64");
  const second = g.input("second", [1], "int64");
  const feeds = {
    table: { data: Array.from({ length: 2000 }, (_, i) => i / 1000), shape: [1000, 2] },
    first: { data: [7, 3, 7, 999], shape: [2, 2] },
    second: { data: [3], shape: [1] },
  };
  const loss = (...reads: readonly Node[]): Node =>
    reads.map((rows) => g.reduceSum(g.mul(rows, rows))).reduce((a, b) => g.add(a, b));

  test("several reads of a table give one list of rows, and nothing the size of the table is made", () => {
    const [found] = g.sparseGradient(loss(g.gather(table, first), g.gather(table, second)), [table]);
    if (found?.kind !== "rows") throw new Error("expected rows");
    const [indices, rows] = g.evaluate([found.indices, found.rows], feeds);
    expect([...indices!.data].sort((a, b) => a - b)).toEqual([3, 3, 7, 7, 999]);
    // Each read row r has slope 2·table[r] = (2·2r, 2·(2r + 1))/1000.
    const wanted = [...indices!.data].flatMap((row) => [(4 * row) / 1000, (4 * row + 2) / 1000]);
    expectClose(rows!.data, wanted, 1e-12);
    const large = topological([found.indices, found.rows]).filter(
      (node) => node !== table && node.shape[0] === 1000,
    );
    expect(large).toEqual([]);
  });

  test("rows add up to the dense gradient", () => {
    const value = loss(g.gather(table, first), g.gather(table, second));
    const [dense] = g.gradient(value, [table]);
    const [found] = g.sparseGradient(value, [table]);
    if (found?.kind !== "rows") throw new Error("expected rows");
    const [all, indices, rows] = g.evaluate([dense!, found.indices, found.rows], feeds);
    const sum = new Float64Array(2000);
    indices!.data.forEach((row, i) => {
      for (const column of [0, 1]) sum[row * 2 + column]! += rows!.data[i * 2 + column]!;
    });
    expectClose(sum, all!.data, 1e-12);
  });

  test("a table that is also used otherwise gets the whole gradient", () => {
    const [found] = g.sparseGradient(g.add(loss(g.gather(table, first)), loss(table)), [table]);
    if (found?.kind !== "dense") throw new Error("expected a dense gradient");
    const { data } = g.evaluate([found.value], feeds)[0]!;
    // Row 7 is read twice and counted once more as a whole: 3·2·table[7] = 6·(14, 15)/1000; row 8 once.
    expectClose(data.slice(14, 18), [0.084, 0.09, 0.032, 0.034], 1e-12);
  });

  test("other parameters stay dense", () => {
    const w = g.parameter("w", [2]);
    const [rows, dense] = g.sparseGradient(g.reduceSum(g.mul(g.gather(table, second), w)), [table, w]);
    expect([rows!.kind, dense!.kind]).toEqual(["rows", "dense"]);
  });
});
