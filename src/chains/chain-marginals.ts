import type { RunRecursions } from "./chain-recursions.ts";
import type { ScoredTransitions } from "./chain-transitions.ts";
import { logRecursions, logSum } from "./log-recursions.ts";
import { scaledRecursions } from "./scaled-recursions.ts";
import type { SentenceRows } from "./viterbi-decoder.ts";

/** The marginals of a chain for one sentence. */
export interface ChainMarginals {
  /** `log Σ_y exp(score(y))` over the possible tag sequences. */
  readonly logPartition: number;
  /** The probability that a word has a tag. */
  tag(word: number, tag: number): number;
  /**
   * The probability that words `start` … `end` − 1 have the tags of `path` (which covers the sentence), that the tag
   * after them is none that `isContinued` holds for, and that they themselves continue no tag before them.
   */
  segment(
    path: ArrayLike<number>,
    start: number,
    end: number,
    isContinued?: (from: number, to: number) => boolean,
  ): number;
}

/**
 * Computes exact marginals by the forward–backward algorithm, one sentence after another with the same transitions,
 * in reused memory: a result is valid until the next call.
 *
 *     p(yₜ = j) = exp(αₜ[j] + βₜ[j] − log Z)
 */
export function chainMarginals(transitions: ScoredTransitions): (sentence: SentenceRows) => ChainMarginals {
  const { tags, scoreOf } = transitions;
  const scaled = scaledRecursions(transitions);
  const terms = new Float64Array(tags);
  let inLogSpace: RunRecursions | undefined;
  let emissions = new Float64Array(0);

  /** The recursions that hold for any scores, created when first needed. */
  function anyScores(words: number) {
    inLogSpace ??= logRecursions(transitions);
    return inLogSpace(emissions, words);
  }

  return (sentence) => {
    const { words } = sentence;
    if (words === 0) return { logPartition: 0, tag: () => 0, segment: () => 0 };
    if (emissions.length < words * tags) emissions = new Float64Array(2 * words * tags);
    copyEmissions(sentence, tags, emissions);
    const { logPartition, alpha, beta } = scaled(emissions, words) ?? anyScores(words);

    return {
      logPartition,
      tag: (word, tag) => probability(alpha(word, tag) + beta(word, tag) - logPartition),
      segment(path, first, after, isContinued) {
        let tag = path[first]!;
        let score = begun(first, tag) - logPartition;
        for (let word = first + 1; word < after; word++) {
          const to = path[word]!;
          score += scoreOf(tag, to) + emissions[word * tags + to]!;
          tag = to;
        }
        if (isContinued === undefined || after === words) return probability(score + beta(after - 1, tag));
        for (let to = 0; to < tags; to++) {
          terms[to] = isContinued(tag, to)
            ? -Infinity
            : scoreOf(tag, to) + emissions[after * tags + to]! + beta(after, to);
        }
        return probability(score + logSum(terms));

        /** The log of the sum over all paths to the first tag that it does not continue. */
        function begun(word: number, to: number): number {
          if (isContinued === undefined || word === 0 || !continuesAny(to)) return alpha(word, to);
          for (let from = 0; from < tags; from++) {
            terms[from] = isContinued(from, to) ? -Infinity : alpha(word - 1, from) + scoreOf(from, to);
          }
          return logSum(terms) + emissions[word * tags + to]!;
        }

        function continuesAny(to: number): boolean {
          for (let from = 0; from < tags; from++) if (isContinued!(from, to)) return true;
          return false;
        }
      },
    };
  };
}

/** The scores of a sentence's words in double precision: −Infinity for tags that are not allowed. */
function copyEmissions(
  { emissions, row, words, allowed }: SentenceRows,
  tags: number,
  into: Float64Array,
): void {
  const first = row * tags;
  for (let at = 0; at < words * tags; at++) into[at] = emissions[first + at]!;
  if (allowed === undefined) return;
  for (let at = 0; at < words * tags; at++) if (allowed[at] === 0) into[at] = -Infinity;
}

/** Rounding may push a probability slightly above 1. */
function probability(log: number): number {
  return Math.min(1, Math.exp(log));
}
