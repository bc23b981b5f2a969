import type { WeighedMoves } from "./chain-moves.ts";
import type { SentenceRows } from "./viterbi-decoder.ts";

/** What a chain believes about one sentence. */
export interface ChainMarginals {
  /** `log Σ_y exp(score(y))` over the possible tag sequences. */
  readonly logPartition: number;
  /** The probability that a word has a tag. */
  tag(word: number, tag: number): number;
  /**
   * The probability that words `start` … `end` − 1 have the tags of `path` (which covers the sentence) and that the tag
   * after them is none that `isContinued` holds for.
   */
  segment(
    path: ArrayLike<number>,
    start: number,
    end: number,
    isContinued?: (from: number, to: number) => boolean,
  ): number;
}

/** Sums below this are made again in log space: what was lost by underflow, below e⁻⁷⁴⁵, is nothing beside anything larger. */
const SAFE = 1e-280;

/**
 * Computes probabilities by the forward and backward recursions, one sentence after another with the same transitions,
 * in memory that is used again: a result is good until the next call.
 *
 *     αₜ[j] = log Σᵢ exp(αₜ₋₁[i] + transitions[i, j]) + emissionₜ[j]
 *     βₜ[i] = log Σⱼ exp(transitions[i, j] + emissionₜ₊₁[j] + βₜ₊₁[j])
 *     p(yₜ = j) = exp(αₜ[j] + βₜ[j] − log Z)
 *
 * Everything is kept as logarithms in double precision. A step takes `exp` of the state around its peak, multiplies by
 * `exp(transitions)` and takes `log`; so there are as many of these as tags, not as many as moves.
 */
export function chainMarginals(moves: WeighedMoves): (sentence: SentenceRows) => ChainMarginals {
  const { tags, offsets, from, scores, start, end } = moves;
  const peak = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const factors = scores.map((score) => Math.exp(score - peak));
  const weights = new Float64Array(tags);
  const values = new Float64Array(tags);
  const sums = new Float64Array(tags);
  let alpha = new Float64Array(0);
  let beta = new Float64Array(0);

  return ({ emissions, row, words, allowed }) => {
    if (words === 0) return { logPartition: 0, tag: () => 0, segment: () => 0 };
    if (alpha.length < words * tags) {
      alpha = new Float64Array(2 * words * tags);
      beta = new Float64Array(2 * words * tags);
    }
    const emission = (word: number, tag: number): number =>
      allowed !== undefined && allowed[word * tags + tag] === 0
        ? -Infinity
        : emissions[(row + word) * tags + tag]!;
    for (let tag = 0; tag < tags; tag++) alpha[tag] = start[tag]! + emission(0, tag);
    for (let word = 1; word < words; word++) forward(word, emission);
    const last = (words - 1) * tags;
    beta.set(end, last);
    for (let word = words - 2; word >= 0; word--) backward(word, emission);
    for (let tag = 0; tag < tags; tag++) values[tag] = alpha[last + tag]! + end[tag]!;
    const logPartition = logSum(values);

    return {
      logPartition,
      tag: (word, tag) => probability(alpha[word * tags + tag]! + beta[word * tags + tag]! - logPartition),
      segment(path, first, after, isContinued) {
        let score = alpha[first * tags + path[first]!]! - logPartition;
        for (let word = first + 1; word < after; word++) {
          score += scoreOf(path[word - 1]!, path[word]!) + emission(word, path[word]!);
        }
        const tag = path[after - 1]!;
        if (isContinued === undefined || after === words) {
          return probability(score + beta[(after - 1) * tags + tag]!);
        }
        for (let to = 0; to < tags; to++) {
          values[to] = isContinued(tag, to)
            ? -Infinity
            : scoreOf(tag, to) + emission(after, to) + beta[after * tags + to]!;
        }
        return probability(score + logSum(values));
      },
    };
  };

  type Emission = (word: number, tag: number) => number;

  function forward(word: number, emission: Emission): void {
    const [before, here] = [(word - 1) * tags, word * tags];
    let top = -Infinity;
    for (let tag = 0; tag < tags; tag++) if (alpha[before + tag]! > top) top = alpha[before + tag]!;
    for (let tag = 0; tag < tags; tag++) weights[tag] = expAround(alpha[before + tag]!, top);
    let move = 0;
    for (let to = 0; to < tags; to++) {
      const first = move;
      let sum = 0;
      for (const last = offsets[to + 1]!; move < last; move++) sum += weights[from[move]!]! * factors[move]!;
      const total = sum > SAFE ? top + peak + Math.log(sum) : slowSum(first, move, before);
      alpha[here + to] = total + emission(word, to);
    }
  }

  /** `log Σ exp(α + score)` over some moves, around its own largest term. */
  function slowSum(first: number, last: number, before: number): number {
    let top = -Infinity;
    for (let move = first; move < last; move++) {
      top = Math.max(top, alpha[before + from[move]!]! + scores[move]!);
    }
    let sum = 0;
    for (let move = first; move < last; move++) {
      sum += expAround(alpha[before + from[move]!]! + scores[move]!, top);
    }
    return top === -Infinity ? top : top + Math.log(sum);
  }

  function backward(word: number, emission: Emission): void {
    const [here, after] = [word * tags, (word + 1) * tags];
    let top = -Infinity;
    for (let tag = 0; tag < tags; tag++) {
      values[tag] = emission(word + 1, tag) + beta[after + tag]!;
      if (values[tag]! > top) top = values[tag]!;
    }
    sums.fill(0);
    let move = 0;
    for (let to = 0; to < tags; to++) {
      const weight = expAround(values[to]!, top);
      for (const last = offsets[to + 1]!; move < last; move++) sums[from[move]!]! += weight * factors[move]!;
    }
    for (let tag = 0; tag < tags; tag++) {
      beta[here + tag] = sums[tag]! > SAFE ? top + peak + Math.log(sums[tag]!) : slowSumFrom(tag);
    }
  }

  /** `log Σ exp(score + value)` over the moves from a tag, around its own largest term. */
  function slowSumFrom(tag: number): number {
    const terms = values.map((value, to) => scoreOf(tag, to) + value);
    return logSum(terms);
  }

  function scoreOf(tag: number, to: number): number {
    for (let move = offsets[to]!; move < offsets[to + 1]!; move++) {
      if (from[move] === tag) return scores[move]!;
    }
    return -Infinity;
  }
}

/** `exp(value − top)`, and 0 where both are −Infinity. */
function expAround(value: number, top: number): number {
  return value === -Infinity ? 0 : Math.exp(value - top);
}

function logSum(values: Float64Array): number {
  let top = -Infinity;
  for (const value of values) if (value > top) top = value;
  if (top === -Infinity) return top;
  let sum = 0;
  for (const value of values) sum += Math.exp(value - top);
  return top + Math.log(sum);
}

/** Rounding may carry a certain thing a little over 1. */
function probability(log: number): number {
  return Math.min(1, Math.exp(log));
}
