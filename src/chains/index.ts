export { chainLogPartition } from "./chain-log-partition.ts";
export { type ChainMarginals, chainMarginals } from "./chain-marginals.ts";
export {
  chainMoves,
  weighMoves,
} from "./chain-moves.ts";

export { chainPathScore } from "./chain-path-score.ts";
export type { LinearChain } from "./linear-chain.ts";
export { viterbi } from "./viterbi.ts";
export { viterbiDecoder } from "./viterbi-decoder.ts";
