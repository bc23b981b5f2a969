export { chainLogPartition } from "./chain-log-partition.ts";
export { chainPathScore } from "./chain-path-score.ts";
export type { LinearChain } from "./linear-chain.ts";
export { type ChainScores, viterbi } from "./viterbi.ts";
