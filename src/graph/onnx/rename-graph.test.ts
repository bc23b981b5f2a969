import { expect, test } from "vitest";
import {
  add,
  cast,
  dimension,
  evaluate,
  gradient,
  input,
  inputsOf,
  mul,
  parameter,
  parameterLeaves,
  reduceSum,
  renameGraph,
  scan,
  slice,
} from "../index.ts";

const other = { name: (name: string) => `other.${name}`, size: (symbol: string) => `other_${symbol}` };

test("a graph and its copy stand in one graph, with inputs, weights and sizes of their own", () => {
  // Σ over all but the first row of w·x, times the number of rows.
  const x = input("x", ["rows", 2]);
  const kept = slice(mul(x, parameter("w", [2])), 0, 1, "rows");
  const value = mul(reduceSum(kept), cast(dimension("rows"), "float32"));
  const [copy] = renameGraph([value], other);
  const names = inputsOf({ outputs: { value, copy: copy! } }).map(({ name }) => name);
  expect(names.filter((name) => name.endsWith("x")).sort()).toEqual(["other.x", "x"]);
  const feeds = {
    x: { data: [9, 9, 1, 2], shape: [2, 2] },
    w: { data: [1, 10], shape: [2] },
    "other.x": { data: [7, 7, 1, 0, 0, 1], shape: [3, 2] },
    "other.w": { data: [2, 3], shape: [2] },
  };
  // (1 + 20) · 2 = 42 and (2 + 3) · 3 = 15
  expect(evaluate([value, copy!], feeds).map(({ data }) => data[0])).toEqual([42, 15]);
});

test("loops are copied with their bodies, and still have gradients", () => {
  const w = parameter("w", [1]);
  // s ← w·s + x, which ends at w²·s + w·x₁ + x₂
  const { final } = scan({
    initial: [input("start", [1])],
    inputs: [input("x", ["steps", 1])],
    body: ([s], [element]) => ({ carries: [add(mul(w, s!), element!)] }),
  });
  const [copy] = renameGraph([reduceSum(final[0]!)], other);
  const feeds = {
    "other.x": { data: [5, 7], shape: [2, 1] },
    "other.start": { data: [2], shape: [1] },
    "other.w": { data: [3], shape: [1] },
  };
  const [slope] = gradient(copy!, [parameterLeaves([copy!]).get("other.w")!]);
  // 9·2 + 3·5 + 7 = 40; the slope is 2·w·s + x₁ = 12 + 5 = 17
  expect(evaluate([copy!, slope!], feeds).map(({ data }) => data[0])).toEqual([40, 17]);
});

test("leaves that keep their names are those of the graph itself", () => {
  const x = input("x", ["rows", 2]);
  const value = reduceSum(mul(x, parameter("w", [2])));
  const [copy] = renameGraph([value], {
    name: (name) => (name === "w" ? "v" : name),
    size: (symbol) => symbol,
  });
  const feeds = {
    x: { data: [1, 2, 3, 4], shape: [2, 2] },
    w: { data: [1, 10], shape: [2] },
    v: { data: [1, 0], shape: [2] },
  };
  expect(inputsOf({ outputs: { value, copy: copy! } }).filter(({ name }) => name === "x")).toHaveLength(1);
  // 1 + 20 + 3 + 40 = 64 and 1 + 3 = 4
  expect(evaluate([value, copy!], feeds).map(({ data }) => data[0])).toEqual([64, 4]);
});
