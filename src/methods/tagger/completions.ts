import { chainMarginals, chainTransitions, scoreTransitions, viterbiDecoder } from "../../chains/index.ts";
import type { TagSet } from "../../models/index.ts";
import type { TagScores } from "./span-scorer.ts";

/** What a tagger makes of a sentence of which some tags are known. */
export interface Completion {
  /** The best tag sequence that agrees with what is known. */
  readonly path: Int32Array;
  /** `[words, tags]`: the probability of each tag, given what is known. */
  readonly marginals: Float32Array;
}

/**
 * Completes a sentence by the scores of a tagger.
 *
 * @param allowed `[words, tags]`, 1 for the tags that a word may have
 */
export function completion(scores: TagScores, tags: TagSet, allowed: Uint8Array): Completion {
  const { emissions, transitions, start, end } = scores;
  const moves = chainTransitions(tags.count, tags);
  const weighed =
    transitions === undefined
      ? scoreTransitions(moves)
      : scoreTransitions(moves, { transitions, start, end });
  const words = emissions.length / tags.count;
  const sentence = { emissions, row: 0, words, allowed };
  const { path } = viterbiDecoder(weighed)(sentence);
  const { tag } = chainMarginals(weighed)(sentence);
  const marginals = new Float32Array(words * tags.count);
  for (let at = 0; at < marginals.length; at++) {
    if (allowed[at] !== 0) marginals[at] = tag(Math.floor(at / tags.count), at % tags.count);
  }
  return { path: path.slice(0, words), marginals };
}
