import { describe, expect, test } from "vitest";
import type { OnnxGraph, OnnxNode, OnnxTensor } from "../../graph/index.ts";
import { layersOf } from "./onnx-layers.ts";

const bytesOf = (values: ArrayBufferView) =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

const tensor = (
  name: string,
  dtype: OnnxTensor["dtype"],
  shape: number[],
  values: ArrayBufferView,
): OnnxTensor => ({
  name,
  dtype,
  shape,
  bytes: () => bytesOf(values),
});

const floats = (name: string, shape: number[], ...values: number[]) =>
  tensor(name, "float32", shape, Float32Array.from(values));

const node = (
  op: string,
  inputs: string[],
  output: string,
  numbers: Record<string, number> = {},
): OnnxNode => ({
  op,
  inputs,
  outputs: [output],
  name: `/encoder/dense/${op}`,
  numbers: new Map(Object.entries(numbers)),
  lists: new Map(),
});

const graph = (tensors: OnnxTensor[], nodes: OnnxNode[]): OnnxGraph => ({
  nodes,
  tensors: new Map(tensors.map((one) => [one.name, one])),
  inputs: ["x"],
  outputs: [],
  dataFiles: [],
});

/** The one dense layer of a graph: its matrix (rows out), its bias. */
function denseOf(...of: Parameters<typeof graph>) {
  const [dense] = layersOf(graph(...of)).dense;
  const { shape, values } = dense!.weight();
  expect(shape).toEqual(dense!.shape);
  return {
    shape,
    weight: [...values],
    bias: dense!.bias && [...dense!.bias().values],
    output: dense!.output,
  };
}

describe("a product with a matrix, whichever operations it was exported to", () => {
  // Two inputs, three outputs: W is [3, 2] in a folder and [2, 3] for MatMul.
  const expected = { shape: [3, 2], weight: [1, 4, 2, 5, 3, 6] };
  const w = floats("onnx::MatMul_7", [2, 3], 1, 2, 3, 4, 5, 6);
  const b = floats("encoder.dense.bias", [3], 7, 8, 9);

  test("MatMul and Add, in either order of operands", () => {
    for (const inputs of [
      ["m", b.name],
      [b.name, "m"],
    ]) {
      const found = denseOf([w, b], [node("MatMul", ["x", w.name], "m"), node("Add", inputs, "y")]);
      expect(found).toEqual({ ...expected, bias: [7, 8, 9], output: "y" });
    }
  });

  test("Gemm, turned and not", () => {
    const turned = floats("w", [3, 2], 1, 4, 2, 5, 3, 6);
    const of = (matrix: OnnxTensor, transB: number) =>
      denseOf([matrix, b], [node("Gemm", ["x", matrix.name, b.name], "y", { transB })]);
    for (const found of [of(turned, 1), of(w, 0)])
      expect(found).toEqual({ ...expected, bias: [7, 8, 9], output: "y" });
  });

  test("a matrix that the graph turns itself, and one in half precision", () => {
    const turned = tensor(
      "w",
      "float16",
      [3, 2],
      Uint16Array.from([0x3c00, 0x4400, 0x4000, 0x4500, 0x4200, 0x4600]),
    );
    const nodes = [node("Transpose", ["w"], "t"), node("Cast", ["t"], "c"), node("MatMul", ["x", "c"], "y")];
    expect(denseOf([turned], nodes)).toMatchObject(expected);
  });

  test("DequantizeLinear: (q − zero point) · scale, per tensor and per column", () => {
    const q = tensor("w_quantized", "uint8", [2, 3], Uint8Array.from([11, 12, 13, 14, 15, 16]));
    const zero = tensor("z", "uint8", [], Uint8Array.from([10]));
    const nodes = [node("DequantizeLinear", ["w_quantized", "s", "z"], "w"), node("MatMul", ["x", "w"], "y")];
    expect(denseOf([q, zero, floats("s", [], 1)], nodes)).toMatchObject(expected);
    const columns = [tensor("z", "uint8", [3], Uint8Array.from([10, 10, 10])), floats("s", [3], 1, 10, 0.5)];
    expect(denseOf([q, ...columns], nodes).weight).toEqual([1, 4, 20, 50, 1.5, 3]);
  });

  test("MatMulInteger, cast and multiplied by both scales", () => {
    const q = tensor("w_quantized", "int8", [2, 3], Int8Array.from([1, -2, 3, 4, 5, 6]));
    const zero = tensor("z", "int8", [3], new Int8Array(3));
    const nodes = [
      node("Mul", ["x_scale", "s"], "scales"),
      node("MatMulInteger", ["x_q", "w_quantized", "x_z", "z"], "i"),
      node("Cast", ["i"], "f"),
      node("Mul", ["f", "scales"], "m"),
      node("Add", [b.name, "m"], "y"),
    ];
    const found = denseOf([q, zero, b, floats("s", [3], 1, 2, 3)], nodes);
    expect(found).toEqual({ shape: [3, 2], weight: [1, 4, -4, 10, 9, 18], bias: [7, 8, 9], output: "y" });
  });

  test("MatMulNBits: four bits in blocks, low half first, with and without zero points", () => {
    // Two rows of 18 columns: a block of 16 and a block of 2, padded.
    const packed = new Uint8Array(2 * 2 * 8);
    packed.set([0x98, 0x08], 0); // row 0, block 0: 8, 9, 8, 0, …
    packed.set([0xf1], 8); // row 0, block 1: 1, 15
    packed.set([0x77], 24); // row 1, block 1: 7, 7
    const q = tensor("w_Q4", "uint8", [2, 2, 8], packed);
    const scales = floats("s", [4], 1, 2, 3, 4);
    const sizes = { K: 18, N: 2, bits: 4, block_size: 16 };
    const of = (tensors: OnnxTensor[], inputs: string[]) =>
      denseOf(tensors, [node("com.microsoft.MatMulNBits", inputs, "y", sizes)]).weight;
    const usual = of([q, scales], ["x", "w_Q4", "s"]);
    expect(usual.slice(0, 4)).toEqual([0, 1, 0, -8]);
    expect(usual.slice(16, 18)).toEqual([-14, 14]);
    expect(usual.slice(34)).toEqual([-4, -4]);
    const zeros = tensor("z", "uint8", [2], Uint8Array.from([0x18, 0x70])); // row 0: 8, 1; row 1: 0, 7
    const own = of([q, scales, zeros], ["x", "w_Q4", "s", "z"]);
    expect(own.slice(16, 18)).toEqual([0, 28]);
    expect(own.slice(18, 20)).toEqual([0, 0]);
    expect(own.slice(34)).toEqual([0, 0]);
  });
});

test("layer normalisation that is written out is found with its weight and bias", () => {
  const nodes = [
    node("Sub", ["x", "mean"], "d"),
    node("Sqrt", ["v"], "r"),
    node("Div", ["d", "r"], "n"),
    node("Mul", ["n", "LayerNorm.weight"], "w"),
    node("Add", ["w", "LayerNorm.bias"], "y"),
  ];
  const { norms } = layersOf(
    graph([floats("LayerNorm.weight", [2], 1, 2), floats("LayerNorm.bias", [2], 3, 4)], nodes),
  );
  expect(norms).toHaveLength(1);
  expect([...norms[0]!.weight().values, ...norms[0]!.bias!().values, norms[0]!.output]).toEqual([
    1,
    2,
    3,
    4,
    "y",
  ]);
});

test("a table of bytes, made real numbers after they were looked up", () => {
  const tensors = [
    tensor("word.weight_quantized", "uint8", [2, 2], Uint8Array.from([0, 1, 2, 3])),
    floats("s", [], 0.5),
    tensor("z", "uint8", [], Uint8Array.from([1])),
  ];
  const nodes = [
    node("Gather", ["word.weight_quantized", "input_ids"], "g"),
    node("DequantizeLinear", ["g", "s", "z"], "y"),
  ];
  const { tables } = layersOf(graph(tensors, nodes));
  expect([...tables[0]!.values().values]).toEqual([-0.5, 0, 0.5, 1]);
});
