export { type Gradient, gradient, sparseGradient } from "./autodiff/gradient.ts";
export { addDims, type Dim, multiplyDims, subtractDims } from "./dimension.ts";
export {
  type DType,
  dtypeOf,
  floatsOf,
  indexTensor,
  integersOf,
  type Tensor,
  type Tensors,
  type TypedArray,
  typedArray,
} from "./dtype.ts";
export { evaluate, type Numbers } from "./evaluate/evaluate.ts";
export type { Value } from "./evaluate/value.ts";
export {
  type AttentionOptions,
  attention,
  type PackedAttentionOptions,
  packedAttention,
} from "./nn/attention.ts";
export { cosineSimilarity, unitRows } from "./nn/cosine-similarity.ts";
export { dropout, dropoutMask } from "./nn/dropout.ts";
export { type GruWeights, gru } from "./nn/gru.ts";
export { type BuildContext, declared, dense, layerNorm, linear, norm } from "./nn/layers.ts";
export { type LstmWeights, lstm } from "./nn/lstm.ts";
export { distancesToPositions } from "./nn/relative-positions.ts";
export { rotate } from "./nn/rotary.ts";
export { softmaxCrossEntropy, valuesAt } from "./nn/softmax-cross-entropy.ts";
export { type Node, type OpName, withScope } from "./node.ts";
export { withOutput } from "./onnx/proto.ts";
export {
  type OnnxDtype,
  type OnnxGraph,
  type OnnxNode,
  type OnnxTensor,
  readOnnx,
  readOnnxBytes,
} from "./onnx/read.ts";
export { type Renaming, renameGraph } from "./onnx/rename-graph.ts";
export { type InputSpec, inputsOf, quantisedWeights, type WriteOptions, writeOnnx } from "./onnx/write.ts";
export {
  abs,
  add,
  div,
  erf,
  exp,
  gelu,
  hardSigmoid,
  log,
  max,
  meanOf,
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
export {
  LOG_ZERO,
  layerNormalization,
  logSoftmax,
  logSumExp,
  maskedLogSumExp,
  softmax,
} from "./ops/normalise.ts";
export { cumsum, type ReduceOptions, reduceMax, reduceMean, reduceSum } from "./ops/reduce.ts";
export { type AdamWOptions, adamW } from "./optimiser/adamw.ts";
export { GradientSum } from "./optimiser/gradient-sum.ts";
export type {
  GradientsByName,
  GradientValues,
  Optimiser,
  OptimiserInfo,
  OptimiserOptions,
  OptimiserState,
  ParameterGroup,
  StepReport,
} from "./optimiser/optimiser.ts";
export {
  constantSchedule,
  cosineSchedule,
  linearSchedule,
  type Schedule,
  type ScheduleLengths,
} from "./optimiser/schedule.ts";
export { type SgdOptions, sgd } from "./optimiser/sgd.ts";
export type { RowIndices } from "./optimiser/sum-rows.ts";
export { type AxisKeys, copyByKeys, fitsByKeys } from "./parameters/axis-keys.ts";
export { type ByteSource, bytesSource, fileSource } from "./parameters/byte-source.ts";
export { bfloat16ToFloat32, float32ToHalf, halfToFloat32 } from "./parameters/half-float.ts";
export type { Initialiser } from "./parameters/initialiser.ts";
/** `initialise.normal(0.02)`, `initialise.zeros`, …: under one name, because the graph has its own `zeros` and `constant`. */
export * as initialise from "./parameters/initialiser.ts";
export {
  type LoadOptions,
  type LoadReport,
  loadParameters,
  saveParameters,
} from "./parameters/load-parameters.ts";
export { matchesAny, type NamePattern } from "./parameters/name-pattern.ts";
export {
  type Companion,
  type Parameter,
  ParameterStore,
  type ParameterStoreOptions,
  type Snapshot,
} from "./parameters/parameter-store.ts";
export { scaleOf } from "./parameters/quantise.ts";
export {
  floatConverters,
  SafetensorsFile,
  type StoredTensor,
  type TensorArrays,
} from "./parameters/safetensors-file.ts";
export type { StoredDtype, TensorEntry } from "./parameters/safetensors-header.ts";
export { writeSafetensors } from "./parameters/write-safetensors.ts";
export { type Device, devices } from "./runtime/device.ts";
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
export { dimAt, dimsOf, elementsOf, type Shape, sizeAt } from "./shape.ts";
