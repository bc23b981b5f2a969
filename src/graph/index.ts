export { type AttentionOptions, attention } from "./composites/attention.ts";
export { cosineSimilarity, unitRows } from "./composites/cosine-similarity.ts";
export { dropout } from "./composites/dropout.ts";
export { gelu } from "./composites/gelu.ts";
export { layerNorm } from "./composites/layer-norm.ts";
export { linear } from "./composites/linear.ts";
export { type LstmWeights, lstm } from "./composites/lstm.ts";
export { LOG_ZERO, maskedLogSumExp } from "./composites/masked-log-sum-exp.ts";
export { meanOf } from "./composites/mean-of.ts";
export { type PackedAttentionOptions, packedAttention } from "./composites/packed-attention.ts";
export { softmaxCrossEntropy, valuesAt } from "./composites/softmax-cross-entropy.ts";
export type { Dim } from "./dimension.ts";
export type { DType, Tensor, Tensors, TypedArray } from "./dtype.ts";
export { dtypeOf, typedArray } from "./dtype.ts";
export type { Value } from "./evaluate/value.ts";
export { evaluate, type Numbers } from "./evaluate.ts";
export { type Gradient, gradient, sparseGradient } from "./gradient-of.ts";
export {
  GradientStep,
  type GradientStepOptions,
  type GradientStepResult,
  parameterLeaves,
} from "./gradient-step.ts";
export type { Node, OpName } from "./node.ts";
export { withScope } from "./node.ts";
export { type InputSpec, inputsOf, type WriteOptions, writeOnnx } from "./onnx/write.ts";
export { OnnxSession, type OnnxSessionOptions, type OnnxValueSpec } from "./onnx-session.ts";
export {
  abs,
  add,
  div,
  erf,
  exp,
  hardSigmoid,
  log,
  max,
  min,
  mul,
  neg,
  type Operand,
  pow,
  relu,
  sigmoid,
  sign,
  sqrt,
  stopGradient,
  sub,
  tanh,
} from "./ops/elementwise.ts";
export {
  argmax,
  gather,
  gatherND,
  moveAxis,
  oneHot,
  scatterAdd,
  scatterAddRows,
  takeRows,
  topK,
} from "./ops/indexing.ts";
export {
  concat,
  expand,
  pad,
  reshape,
  reverse,
  slice,
  split,
  squeeze,
  transpose,
  unsqueeze,
} from "./ops/layout.ts";
export { constant, dimension, full, input, ones, parameter, range, zeros } from "./ops/leaves.ts";
export { and, cast, equal, greater, less, not, or, where } from "./ops/logic.ts";
export { type MatmulOptions, matmul } from "./ops/matmul.ts";
export { layerNormalization, logSoftmax, logSumExp, softmax } from "./ops/normalise.ts";
export { cumsum, type ReduceOptions, reduceMax, reduceMean, reduceSum } from "./ops/reduce.ts";
export * from "./optimiser/index.ts";
export * from "./parameters/index.ts";
export { type Renaming, renameGraph } from "./rename-graph.ts";
export { loadRuntime, type Runtime, type RuntimeKind, type RuntimeOptions } from "./runtime.ts";
export { type ScanOptions, scan } from "./scan.ts";
export { Session, type SessionOptions } from "./session.ts";
export type { Shape } from "./shape.ts";
export { elementsOf } from "./shape.ts";
