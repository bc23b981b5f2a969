import { describe, expect, test } from "vitest";
import { Random } from "../../random.ts";
import * as g from "../index.ts";
import type { Node } from "../node.ts";
import { quantisedWeights } from "./write.ts";

const random = new Random(1);
const drawn = (...shape: number[]): g.Tensor => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => random.normal()),
  shape,
});

const x = g.input("x", ["n", 24]);
const ids = g.input("ids", ["n"], "int64");
const w = g.parameter("w", [16, 24]);
const b = g.parameter("b", [16]);
const table = g.parameter("table", [50, 24]);
const baked = { w: drawn(16, 24), b: drawn(16), table: drawn(50, 24) };
const all = () => true;

/** How often an operator occurs in a model: its name stands in the file behind field 4 and its length. */
function count(type: string, outputs: Readonly<Record<string, Node>>): number {
  const text = new TextDecoder("latin1").decode(g.writeOnnx({ outputs, baked, int8: all }));
  return text.split(`\x22${String.fromCharCode(type.length)}${type}`).length - 1;
}

describe.each(["node", "web"] as const)("with the %s runtime", (runtime) => {
  test("products and look-ups give nearly the same numbers", async () => {
    const read = g.add(x, g.gather(table, ids));
    const outputs = { y: g.add(g.matmul(read, w, { transposeB: true }), b) };
    const feeds = {
      x: drawn(40, 24),
      ids: { data: BigInt64Array.from({ length: 40 }, (_, i) => BigInt(i)), shape: [40] },
    };
    const run = async (bytes: Uint8Array) => {
      await using session = await g.OnnxSession.load(bytes, { threads: 1, runtime });
      return (await session.run(feeds)).y!.data as Float32Array;
    };
    const exact = await run(g.writeOnnx({ outputs, baked }));
    const rounded = await run(g.writeOnnx({ outputs, baked, int8: all }));
    let [error, size] = [0, 0];
    exact.forEach((value, i) => {
      error += (value - rounded[i]!) ** 2;
      size += value ** 2;
    });
    const share = Math.sqrt(error / size);
    // Eight bits for weights and inputs: about 1 %. None would say that nothing was rounded.
    expect(share).toBeLessThan(0.02);
    expect(share).toBeGreaterThan(1e-4);
  });
});

test("numbers that fit the grid come out exact", async () => {
  // Steps of 1: rows of w reach ±127, x reaches 0 … 255 and is whole. 127·255 − 127·0 + 5 and 1·255 + 127·0 − 2.
  const small = g.parameter("small", [2, 2]);
  const bias = g.parameter("bias", [2]);
  const product = g.matmul(g.input("whole", ["n", 2]), small, { transposeB: true });
  const bytes = g.writeOnnx({
    outputs: { y: g.add(product, bias) },
    baked: {
      small: { data: Float32Array.of(127, -127, 1, 127), shape: [2, 2] },
      bias: { data: Float32Array.of(5, -2), shape: [2] },
    },
    int8: all,
  });
  await using session = await g.OnnxSession.load(bytes, { threads: 1 });
  const whole = { data: Float32Array.of(255, 0, 255, 255), shape: [2, 2] };
  // The second row adds two products of the largest size: 127·255 − 127·255 and 255 + 127·255.
  expect([...(await session.run({ whole })).y!.data]).toEqual([32390, 253, 5, 32638]);
});

test("one input that several products read is rounded once", () => {
  const other = g.matmul(x, g.parameter("v", [8, 24]), { transposeB: true });
  const outputs = { y: g.matmul(x, w, { transposeB: true }), other };
  const text = new TextDecoder("latin1").decode(
    g.writeOnnx({ outputs, baked: { ...baked, v: drawn(8, 24) }, int8: all }),
  );
  expect(text.split("\x22\x15DynamicQuantizeLinear").length - 1).toBe(1);
});

test("the bias goes into the product, unless somebody else looks at it", () => {
  const product = g.matmul(x, w, { transposeB: true });
  const y = g.add(product, b);
  expect([count("MatMulIntegerToFloat", { y }), count("Add", { y })]).toEqual([1, 0]);
  expect([count("MatMulIntegerToFloat", { y, product }), count("Add", { y, product })]).toEqual([1, 1]);
});

test("weights that are read otherwise, or not chosen, stay float32", () => {
  const y = g.add(g.matmul(x, w, { transposeB: true }), b);
  const names = (outputs: Readonly<Record<string, Node>>, int8 = all as (name: string) => boolean) => [
    ...quantisedWeights({ outputs, baked, int8 }),
  ];
  expect(names({ y })).toEqual(["w"]);
  expect(names({ y }, (name) => name !== "w")).toEqual([]);
  expect(names({ y, sum: g.reduceSum(w) })).toEqual([]);
  expect(names({ y, w })).toEqual([]);
  expect(names({ z: g.matmul(w, x, { transposeB: true }) })).toEqual([]);
  expect(names({ z: g.matmul(x, w, { transposeB: true, scale: 0.5 }) })).toEqual([]);
  expect(names({ rows: g.gather(table, ids) })).toEqual(["table"]);
});

test("weights of loops stay float32", () => {
  const u = g.parameter("u", [24, 24]);
  const { outputs } = g.scan({
    initial: [g.zeros([1, 24])],
    inputs: [g.reshape(x, ["n", 1, 24])],
    body: ([h], [step]) => {
      const next = g.tanh(g.add(g.matmul(h!, u, { transposeB: true }), step!));
      return { carries: [next], outputs: [next] };
    },
  });
  const found = quantisedWeights({ outputs: { y: outputs[0]! }, baked: { u: drawn(24, 24) }, int8: all });
  expect([...found]).toEqual([]);
});
