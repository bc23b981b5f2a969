export { chainLogPartition } from "./chain-log-partition.ts";
export { type ChainMarginals, chainMarginals } from "./chain-marginals.ts";
export {
  type ChainMoves,
  type ChainRules,
  chainMoves,
  type MoveBlock,
  type MoveScores,
  type WeighedBlock,
  type WeighedMoves,
  weighMoves,
} from "./chain-moves.ts";

export { chainPathScore } from "./chain-path-score.ts";
export type { LinearChain } from "./linear-chain.ts";
export { type ChainScores, viterbi } from "./viterbi.ts";
export { type BestPath, type SentenceRows, viterbiDecoder } from "./viterbi-decoder.ts";
