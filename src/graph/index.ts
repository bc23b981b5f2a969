export { type Gradient, gradient, sparseGradient } from "./autodiff/gradient.ts";
export { addDims, type Dim, multiplyDims } from "./dimension.ts";
export { type DType, dtypeOf, type Tensor, type Tensors, type TypedArray, typedArray } from "./dtype.ts";
export { evaluate, type Numbers } from "./evaluate/evaluate.ts";
export type { Value } from "./evaluate/value.ts";
export { type AttentionOptions, attention } from "./nn/attention.ts";
export type { BuildContext } from "./nn/build-context.ts";
export { cosineSimilarity, unitRows } from "./nn/cosine-similarity.ts";
export { declared, dense, norm } from "./nn/declared.ts";
export { dropout } from "./nn/dropout.ts";
export { dropoutMask } from "./nn/dropout-mask.ts";
export { gelu } from "./nn/gelu.ts";
export { indexTensor } from "./nn/index-tensor.ts";
export { layerNorm } from "./nn/layer-norm.ts";
export { linear } from "./nn/linear.ts";
export { type LstmWeights, lstm } from "./nn/lstm.ts";
export { LOG_ZERO, maskedLogSumExp } from "./nn/masked-log-sum-exp.ts";
export { meanOf } from "./nn/mean-of.ts";
export { type PackedAttentionOptions, packedAttention } from "./nn/packed-attention.ts";
export { softmaxCrossEntropy, valuesAt } from "./nn/softmax-cross-entropy.ts";
export { type Node, type OpName, withScope } from "./node.ts";
export { type Renaming, renameGraph } from "./onnx/rename-graph.ts";
export { type InputSpec, inputsOf, type WriteOptions, writeOnnx } from "./onnx/write.ts";
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
export { bfloat16ToFloat32, halfToFloat32 } from "./parameters/half-float.ts";
export * from "./parameters/index.ts";
export {
  GradientStep,
  type GradientStepOptions,
  type GradientStepResult,
  parameterLeaves,
} from "./runtime/gradient-step.ts";

export { OnnxSession, type OnnxSessionOptions, type OnnxValueSpec } from "./runtime/onnx-session.ts";
export { loadRuntime, type Runtime, type RuntimeKind, type RuntimeOptions } from "./runtime/runtime.ts";
export { Session, type SessionOptions } from "./runtime/session.ts";
export { type ScanOptions, scan } from "./scan.ts";
export { elementsOf, type Shape } from "./shape.ts";
