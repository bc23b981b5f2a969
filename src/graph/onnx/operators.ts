import type { Node, OpInputs, OpName, PlainOp } from "../node.ts";
import { dimAt, sizeAt } from "../shape.ts";
import { type Emitter, elementTypes, MICROSOFT } from "./emitter.ts";
import { scatterInOrder } from "./scatter-in-order.ts";

/** Writes one op as ONNX operators, given the names of its inputs; returns the names of its results. */
export type Writing<O extends OpName> = (
  node: Node<O>,
  inputs: OpInputs<O, string>,
  emit: Emitter,
) => string | readonly string[];

const plain =
  (type: string) =>
  (_: Node, inputs: readonly string[], emit: Emitter): string =>
    emit.op(type, inputs);

const reduction =
  (type: string) =>
  (
    { attributes: { axes, keep } }: Node<"reduceSum" | "reduceMean" | "reduceMax">,
    [x]: readonly [string],
    emit: Emitter,
  ): string =>
    emit.op(type, [x, emit.int64s(axes)], { keepdims: keep ? 1 : 0 });

/** Every op in ONNX. */
export const operators: { readonly [O in PlainOp]: Writing<O> } = {
  constant: ({ attributes, dtype, shape }, _, emit) =>
    emit.constant(
      dtype,
      attributes.data,
      shape.map((_, axis) => sizeAt(shape, axis)),
    ),
  range: ({ shape }, _, emit) => emit.range(dimAt(shape, 0)),
  dimension: ({ attributes }, _, emit) => emit.scalarDim(attributes.dim),
  neg: plain("Neg"),
  exp: plain("Exp"),
  log: plain("Log"),
  sqrt: plain("Sqrt"),
  tanh: plain("Tanh"),
  sigmoid: plain("Sigmoid"),
  relu: plain("Relu"),
  hardSigmoid: ({ attributes: { slope, offset } }, [x], emit) =>
    emit.op("HardSigmoid", [x], { alpha: { float: slope }, beta: { float: offset } }),
  erf: plain("Erf"),
  abs: plain("Abs"),
  sign: plain("Sign"),
  not: plain("Not"),
  stopGradient: (_, [x]) => x,
  pow: ({ attributes: { exponent } }, [x], emit) =>
    exponent === 2 ? emit.op("Mul", [x, x]) : emit.op("Pow", [x, emit.constant("float32", [exponent], [])]),
  cast: ({ attributes }, [x], emit) => emit.op("Cast", [x], { to: elementTypes[attributes.to] }),
  gelu: ({ attributes }, [x], emit) => emit.op("Gelu", [x], { approximate: attributes.approximation }),
  add: plain("Add"),
  sub: plain("Sub"),
  mul: plain("Mul"),
  div: plain("Div"),
  max: plain("Max"),
  min: plain("Min"),
  equal: plain("Equal"),
  greater: plain("Greater"),
  less: plain("Less"),
  and: plain("And"),
  or: plain("Or"),
  where: plain("Where"),
  matmul: ({ attributes: { transposeA, transposeB, scale }, inputs }, names, emit) => {
    const [a, transA] = once(inputs[0], names[0], transposeA, emit);
    const [b, transB] = once(inputs[1], names[1], transposeB, emit);
    if (!transA && !transB && scale === 1) return emit.op("MatMul", [a, b]);
    const attributes = { transA: Number(transA), transB: Number(transB), alpha: { float: scale } };
    if (inputs.every(({ shape }) => shape.length === 2)) return emit.op("Gemm", [a, b], attributes);
    return emit.op("FusedMatMul", [a, b], attributes, MICROSOFT);
  },
  reduceSum: reduction("ReduceSum"),
  reduceMean: reduction("ReduceMean"),
  reduceMax: reduction("ReduceMax"),
  softmax: ({ attributes }, [x], emit) => emit.op("Softmax", [x], { axis: attributes.axis }),
  logSoftmax: ({ attributes }, [x], emit) => emit.op("LogSoftmax", [x], { axis: attributes.axis }),
  // ReduceLogSumExp is an order of magnitude slower; here Log only sees the sums.
  logSumExp: ({ attributes: { axis } }, [x], emit) => {
    const axes = emit.int64s([axis]);
    const largest = emit.op("ReduceMax", [x, axes], { keepdims: 1 });
    const sum = emit.op("ReduceSum", [emit.op("Exp", [emit.op("Sub", [x, largest])]), axes], {
      keepdims: 0,
    });
    return emit.op("Add", [emit.op("Log", [sum]), emit.op("Squeeze", [largest, axes])]);
  },
  layerNormalization: ({ attributes }, inputs, emit) =>
    emit.ops("LayerNormalization", inputs, 3, { axis: -1, epsilon: { float: attributes.epsilon } }),
  reshape: ({ inputs: [from], shape }, [x], emit) => emit.reshape(x, from.shape, shape),
  transpose: ({ attributes }, [x], emit) => emit.op("Transpose", [x], { perm: attributes.order }),
  expand: ({ shape }, [x], emit) => emit.op("Expand", [x, emit.dims(shape)]),
  concat: ({ attributes }, inputs, emit) => emit.op("Concat", inputs, { axis: attributes.axis }),
  split: ({ attributes: { axis }, results }, [x], emit) => {
    const sizes = emit.dims(results.map(({ shape }) => dimAt(shape, axis)));
    return emit.ops("Split", [x, sizes], results.length, { axis });
  },
  slice: ({ attributes: { axis, start, end } }, [x], emit) =>
    emit.op("Slice", [x, emit.dims([start]), emit.dims([end]), emit.int64s([axis])]),
  reverse: ({ attributes: { axis } }, [x], emit) =>
    emit.op("Slice", [
      x,
      emit.int64s([-1]),
      emit.int64s([-(2 ** 31)]),
      emit.int64s([axis]),
      emit.int64s([-1]),
    ]),
  pad: ({ attributes: { axis, before, after }, dtype }, [x], emit) =>
    emit.op("Pad", [x, emit.dims([before, after]), emit.constant(dtype, [0], []), emit.int64s([axis])]),
  gather: ({ attributes }, inputs, emit) => emit.op("Gather", inputs, { axis: attributes.axis }),
  gatherND: plain("GatherND"),
  scatterAdd: (node, inputs, emit) =>
    node.attributes.unique
      ? emit.op("ScatterND", inputs, { reduction: "add" })
      : scatterInOrder(node, inputs, emit),
  // Index −1 is the last row; where it must be zero, a row of zeros is put there.
  takeRows: ({ inputs: [source], attributes: { holes } }, [x, indices], emit) => {
    if (holes === "any") return emit.op("Gather", [x, indices], { axis: 0 });
    const zeros = emit.op("Expand", [
      emit.constant("float32", [0], []),
      emit.dims([1, ...source.shape.slice(1)]),
    ]);
    return emit.op("Gather", [emit.op("Concat", [x, zeros], { axis: 0 }), indices], { axis: 0 });
  },
  oneHot: ({ shape }, [indices], emit) => emit.oneHot(indices, dimAt(shape, -1)),
  topK: ({ attributes }, [x], emit) => emit.ops("TopK", [x, emit.int64s([attributes.k])], 2, { axis: -1 }),
  argmax: ({ attributes }, [x], emit) => emit.op("ArgMax", [x], { axis: attributes.axis, keepdims: 0 }),
  cumsum: ({ attributes: { axis, reverse, exclusive } }, [x], emit) =>
    emit.op("CumSum", [x, emit.constant("int64", [axis], [])], {
      reverse: Number(reverse),
      exclusive: Number(exclusive),
    }),
};

/** A matrix that is read transposed in every step of a loop is transposed once, before the loop. */
function once(node: Node, name: string, transposed: boolean, emit: Emitter): readonly [string, boolean] {
  const outer = emit.around(node);
  if (!transposed || outer === emit) return [name, transposed];
  const order = node.shape.map((_, axis) => axis);
  order.push(...order.splice(-2).reverse());
  return [outer.op("Transpose", [name], { perm: order }), false];
}
