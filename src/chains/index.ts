export { chainLogPartition } from "./chain-log-partition.ts";
export { type ChainMarginals, chainMarginals } from "./chain-marginals.ts";
export { chainPathScore } from "./chain-path-score.ts";
export {
  chainTransitions,
  scoreTransitions,
} from "./chain-transitions.ts";
export type { LinearChain } from "./linear-chain.ts";
export { viterbi } from "./viterbi.ts";
export { viterbiDecoder } from "./viterbi-decoder.ts";
