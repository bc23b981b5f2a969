export { angleScores, simplexCorners } from "./angle-simplex.ts";
export { chainLogPartition } from "./chain-log-partition.ts";
export { chainPathScore } from "./chain-path-score.ts";
export { crfLoss } from "./crf-loss.ts";
export type { LinearChain } from "./linear-chain.ts";
export { partialCrfLoss } from "./partial-crf-loss.ts";
export { type ChainScores, viterbi } from "./viterbi.ts";
