export { binaryCrossEntropy } from "./binary-cross-entropy.ts";
export {
  type BinderAnnotations,
  type BinderRows,
  type BinderTerms,
  binderLoss,
  binderObjective,
} from "./binder-loss.ts";
export { type ConfMpuWords, confMpuRisk } from "./conf-mpu-risk.ts";
export { contrastiveLoss, withContrastive } from "./contrastive-loss.ts";
export { crfLoss } from "./crf-loss.ts";
export {
  crossEntropyShare,
  noiseRobustLoss,
  noiseRobustVariants,
} from "./noise-robust-loss.ts";
export { partialCrfLoss } from "./partial-crf-loss.ts";
export { partialCrossEntropy } from "./partial-cross-entropy.ts";
export { type PuWords, puRisk } from "./pu-risk.ts";
export { type ExpectedTags, softCrfLoss } from "./soft-crf-loss.ts";
export { softCrossEntropy } from "./soft-cross-entropy.ts";
export { spanCrossEntropy } from "./span-cross-entropy.ts";
export { weightedMean } from "./weighted-mean.ts";
export { weightedPartialCrfLoss } from "./weighted-partial-crf-loss.ts";
