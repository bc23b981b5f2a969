import { describe, expect, test } from "vitest";
import * as g from "./index.ts";

/** What is refused when a graph is built, and in which words. */
const mistakes: Readonly<Record<string, readonly [build: () => unknown, message: string]>> = {
  "shapes that do not broadcast": [
    () => g.add(g.input("a", ["batch", 3]), g.input("b", ["words", 3])),
    "add: shapes do not broadcast, got float32 [batch, 3] and float32 [words, 3]",
  ],
  "a symbol against a number": [
    () => g.mul(g.input("a", ["batch"]), g.input("b", [2])),
    "mul: shapes do not broadcast, got float32 [batch] and float32 [2]",
  ],
  "different types": [
    () => g.add(g.input("a", [2]), g.input("b", [2], "int64")),
    "add: both sides need the same type, got float32 [2] and int64 [2]",
  ],
  "inner sizes": [
    () => g.matmul(g.input("a", ["n", 3]), g.input("b", [4, 2])),
    'matmul: inner sizes "3" and "4" differ, got float32 [n, 3] and float32 [4, 2]',
  ],
  "inner sizes, transposed": [
    () => g.matmul(g.input("a", ["n", 3]), g.input("b", [3, 2]), { transposeB: true }),
    'matmul: inner sizes "3" and "2" differ (transposed: b), got float32 [n, 3] and float32 [3, 2]',
  ],
  "too many elements": [
    () => g.reshape(g.input("a", ["n", 3]), ["n", 4]),
    "reshape: 3*n elements do not fill [n, 4], got float32 [n, 3]",
  ],
  "a size that cannot be worked out": [
    () => g.reshape(g.input("a", ["n", 3]), [-1, 2]),
    "reshape: [-1, 2] leaves no whole size for −1, got float32 [n, 3]",
  ],
  "an axis too many": [
    () => g.softmax(g.input("a", [2]), 1),
    "axis 1 does not exist in a tensor with 1 axes",
  ],
  "indices that are not whole": [
    () => g.gather(g.input("a", [2, 2]), g.input("i", [3])),
    "gather: indices must be int64, got float32 [2, 2] and float32 [3]",
  ],
  "a condition that is not bool": [
    () => g.where(g.input("c", [2]), 1, 2),
    "where: the condition must be bool, got float32 [2]",
  ],
  "pieces that do not add up": [
    () => g.split(g.input("a", [5]), 0, [2, 2]),
    "split: sizes [2, 2] do not add up to axis 0, got float32 [5]",
  ],
  "a slice past the end": [
    () => g.slice(g.input("a", [5]), 0, 2, 9),
    "slice: [2, 9) does not lie within axis 0, got float32 [5]",
  ],
  "a constant that does not fill its shape": [
    () => g.constant([1, 2, 3], [2]),
    "constant: 3 values do not fill the shape",
  ],
  "a loss that is not one number": [
    () => g.gradient(g.input("a", ["n"]), []),
    "gradient: the loss must be one number, got float32 [n]",
  ],
};

describe("mistakes are refused when the graph is built", () => {
  for (const [name, [build, message]] of Object.entries(mistakes)) {
    test(name, () => {
      expect(build).toThrow(message);
    });
  }

  test("the message says where, if the builder said so", () => {
    const build = () =>
      g.withScope("encoder", () => g.withScope("3", () => g.add(g.input("a", [2]), g.input("b", [3]))));
    expect(build).toThrow('add in "encoder.3": shapes do not broadcast, got float32 [2] and float32 [3]');
    expect(() => g.add(g.input("a", [2]), g.input("b", [3]))).toThrow("add: shapes");
  });
});

test("nodes cannot be changed", () => {
  const node = g.constant(1);
  expect(() => Object.assign(node, { op: "neg" })).toThrow(TypeError);
});
