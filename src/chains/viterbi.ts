import { chainMoves, weighMoves } from "./chain-moves.ts";
import { viterbiDecoder } from "./viterbi-decoder.ts";

/** The scores of one sentence, row-major, as they come out of a session. */
interface ChainScores {
  /** `[words, tags]` */
  readonly emissions: ArrayLike<number>;
  /** `[from, to]` */
  readonly transitions: ArrayLike<number>;
  /** `[tags]` */
  readonly start?: ArrayLike<number> | undefined;
  /** `[tags]` */
  readonly end?: ArrayLike<number> | undefined;
  /** `[words, tags]`: only tags with a value other than 0 may be used. */
  readonly allowed?: ArrayLike<number> | undefined;
  readonly words: number;
  readonly tags: number;
}

/** The best tag sequence and its score; the smaller tag where two are equally good. For many sentences, see viterbi-decoder.ts. */
export function viterbi(scores: ChainScores): { readonly path: number[]; readonly score: number } {
  const decode = viterbiDecoder(weighMoves(chainMoves(scores.tags), scores));
  const { path, score } = decode({ ...scores, row: 0 });
  return { path: [...path], score };
}
