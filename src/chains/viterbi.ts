import { chainTransitions, scoreTransitions } from "./chain-transitions.ts";
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

/** The best tag sequence and its score; ties go to the smaller tag. For many sentences, see viterbi-decoder.ts. */
export function viterbi(scores: ChainScores): { readonly path: number[]; readonly score: number } {
  const decode = viterbiDecoder(scoreTransitions(chainTransitions(scores.tags), scores));
  const { path, score } = decode({ ...scores, row: 0 });
  return { path: [...path], score };
}
