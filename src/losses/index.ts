export {
  type BinderAnnotations,
  type BinderObjective,
  type BinderRows,
  type BinderTerms,
  type BinderWeights,
  binderLoss,
  binderObjective,
} from "./binder-loss.ts";

export { type ContrastiveOptions, contrastiveLoss, withContrastive } from "./contrastive-loss.ts";
export { crfLoss } from "./crf-loss.ts";
export {
  crossEntropyShare,
  type LossParts,
  type NoiseRobustOptions,
  type NoiseRobustVariant,
  noiseRobustLoss,
  noiseRobustPerSpan,
  noiseRobustVariants,
} from "./noise-robust-loss.ts";

export { partialCrfLoss } from "./partial-crf-loss.ts";
export { partialCrossEntropy } from "./partial-cross-entropy.ts";
export { crossEntropyPerSpan, type SpanLossOptions, spanCrossEntropy } from "./span-cross-entropy.ts";
export { weightedMean } from "./weighted-mean.ts";
