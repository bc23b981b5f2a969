export { angleScores, simplexCorners } from "./angle-simplex.ts";
export { chainLogPartition } from "./chain-log-partition.ts";
export { chainPathScore } from "./chain-path-score.ts";
export { type ContrastiveOptions, contrastiveLoss, withContrastive } from "./contrastive-loss.ts";
export { crfLoss } from "./crf-loss.ts";
export type { LinearChain } from "./linear-chain.ts";
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
export { crossEntropyPerSpan, type SpanLossOptions, spanCrossEntropy } from "./span-cross-entropy.ts";
export { type ChainScores, viterbi } from "./viterbi.ts";
export { weightedMean } from "./weighted-mean.ts";
