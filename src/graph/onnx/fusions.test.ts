import { describe, expect, test } from "vitest";
import * as g from "../index.ts";
import type { Node } from "../node.ts";

/** How often an operator occurs in a model: its name stands in the file behind field 4 and its length. */
function count(type: string, outputs: Readonly<Record<string, Node>>): number {
  const text = new TextDecoder("latin1").decode(g.writeOnnx({ outputs }));
  return text.split(`\x22${String.fromCharCode(type.length)}${type}`).length - 1;
}

describe("fusions", () => {
  const x = g.input("x", ["n", 3]);
  const w = g.parameter("w", [2, 3]);
  const b = g.parameter("b", [2]);
  const product = g.matmul(x, w, { transposeB: true });

  test("a product and its bias are one operator", () => {
    const y = g.add(product, b);
    expect([count("Gemm", { y }), count("Add", { y })]).toEqual([1, 0]);
  });

  test("not where somebody else looks at the product", () => {
    const outputs = { y: g.add(product, b), z: g.exp(product) };
    expect([count("Gemm", outputs), count("Add", outputs)]).toEqual([1, 1]);
    expect(count("Add", { y: g.add(product, b), product })).toBe(1);
  });

  test("a GELU alone is ONNX's own; beside its slope the error function is computed once for both", () => {
    const y = g.gelu(x);
    expect([count("Gelu", { y }), count("Erf", { y })]).toEqual([1, 0]);
    const [dx] = g.gradient(g.reduceSum(y), [x]);
    expect([count("Gelu", { y, dx: dx! }), count("Erf", { y, dx: dx! })]).toEqual([0, 1]);
  });

  test("a weight that a loop reads transposed is transposed once, before the loop", () => {
    const u = g.parameter("u", [1, 2, 2]);
    const sequence = g.input("sequence", ["time", 1, "n", 2]);
    const { outputs } = g.scan({
      initial: [g.zeros([1, "n", 2])],
      inputs: [sequence],
      body: ([h], [element]) => {
        const next = g.tanh(g.add(g.matmul(h!, u, { transposeB: true }), element!));
        return { carries: [next], outputs: [next] };
      },
    });
    const y = outputs[0]!;
    expect([count("Transpose", { y }), count("FusedMatMul", { y }), count("MatMul", { y })]).toEqual([
      1, 0, 1,
    ]);
  });
});
