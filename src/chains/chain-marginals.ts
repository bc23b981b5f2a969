import type { WeighedBlock, WeighedMoves } from "./chain-moves.ts";
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
  const { tags, start, end, scoreOf } = moves;
  const peak = moves.blocks.reduce(
    (most, { best }) => best.reduce((a, b) => Math.max(a, b), most),
    -Infinity,
  );
  const blocks = moves.blocks.map((block) => ({
    ...block,
    /** `[sources, targets]` */
    outOf: block.scores.map((score) => Math.exp(score - peak)),
    /** `[targets, sources]` */
    into: transposed(block).map((score) => Math.exp(score - peak)),
  }));
  const weights = new Float64Array(tags);
  const values = new Float64Array(tags);
  const sums = new Float64Array(tags);
  const packed = new Float64Array(tags);
  let alpha = new Float64Array(0);
  let beta = new Float64Array(0);
  let emissions = new Float64Array(0);

  return (sentence) => {
    const { words } = sentence;
    if (words === 0) return { logPartition: 0, tag: () => 0, segment: () => 0 };
    if (alpha.length < words * tags) {
      alpha = new Float64Array(2 * words * tags);
      beta = new Float64Array(2 * words * tags);
      emissions = new Float64Array(2 * words * tags);
    }
    copyEmissions(sentence, tags, emissions);
    for (let tag = 0; tag < tags; tag++) alpha[tag] = start[tag]! + emissions[tag]!;
    for (let word = 1; word < words; word++) forward(word);
    const last = (words - 1) * tags;
    beta.set(end, last);
    for (let word = words - 2; word >= 0; word--) backward(word);
    for (let tag = 0; tag < tags; tag++) values[tag] = alpha[last + tag]! + end[tag]!;
    const logPartition = logSum(values);

    return {
      logPartition,
      tag: (word, tag) => probability(alpha[word * tags + tag]! + beta[word * tags + tag]! - logPartition),
      segment(path, first, after, isContinued) {
        let score = alpha[first * tags + path[first]!]! - logPartition;
        for (let word = first + 1; word < after; word++) {
          score += scoreOf(path[word - 1]!, path[word]!) + emissions[word * tags + path[word]!]!;
        }
        const tag = path[after - 1]!;
        if (isContinued === undefined || after === words) {
          return probability(score + beta[(after - 1) * tags + tag]!);
        }
        for (let to = 0; to < tags; to++) {
          values[to] = isContinued(tag, to)
            ? -Infinity
            : scoreOf(tag, to) + emissions[after * tags + to]! + beta[after * tags + to]!;
        }
        return probability(score + logSum(values));
      },
    };
  };

  function forward(word: number): void {
    const [before, here] = [(word - 1) * tags, word * tags];
    const top = weigh(alpha, before);
    sums.fill(0);
    for (const { sources, targets, into } of blocks) products(into, sources, targets);
    for (let to = 0; to < tags; to++) {
      const sum = sums[to]!;
      const total = sum > SAFE ? top + peak + Math.log(sum) : slowSumInto(to, before);
      alpha[here + to] = total + emissions[here + to]!;
    }
  }

  function backward(word: number): void {
    const [here, after] = [word * tags, (word + 1) * tags];
    for (let tag = 0; tag < tags; tag++) values[tag] = emissions[after + tag]! + beta[after + tag]!;
    const top = weigh(values, 0);
    sums.fill(0);
    for (const { sources, targets, outOf } of blocks) products(outOf, targets, sources);
    for (let from = 0; from < tags; from++) {
      const sum = sums[from]!;
      beta[here + from] = sum > SAFE ? top + peak + Math.log(sum) : slowSumFrom(from);
    }
  }

  /** Adds to the sum of each row's tag the product of the row with the weights of the columns' tags. */
  function products(matrix: Float64Array, columns: Int32Array, rows: Int32Array): void {
    const width = columns.length;
    for (let i = 0; i < width; i++) packed[i] = weights[columns[i]!]!;
    for (let row = 0, at = 0; row < rows.length; row++) {
      // Two sums side by side: an addition need not wait for the one before it.
      let [even, odd] = [0, 0];
      let i = 0;
      for (; i + 1 < width; i += 2, at += 2) {
        even += packed[i]! * matrix[at]!;
        odd += packed[i + 1]! * matrix[at + 1]!;
      }
      if (i < width) even += packed[i]! * matrix[at++]!;
      sums[rows[row]!]! += even + odd;
    }
  }

  /** Sets `weights` to `exp(row − top)`, and gives `top`, the largest of the row. */
  function weigh(rows: Float64Array, row: number): number {
    let top = -Infinity;
    for (let tag = 0; tag < tags; tag++) if (rows[row + tag]! > top) top = rows[row + tag]!;
    for (let tag = 0; tag < tags; tag++) {
      const value = rows[row + tag]!;
      // Also where all are −Infinity, which have no distance.
      weights[tag] = value === -Infinity ? 0 : Math.exp(value - top);
    }
    return top;
  }

  /** `log Σ exp(α + score)` over the moves to a tag, around its own largest term. */
  function slowSumInto(to: number, before: number): number {
    return logSum(values.map((_, from) => alpha[before + from]! + scoreOf(from, to)));
  }

  /** `log Σ exp(score + value)` over the moves from a tag, around its own largest term. */
  function slowSumFrom(from: number): number {
    return logSum(values.map((value, to) => scoreOf(from, to) + value));
  }
}

function transposed({ sources, targets, scores }: WeighedBlock): Float64Array {
  return scores.map((_, at) => {
    const [t, i] = [Math.floor(at / sources.length), at % sources.length];
    return scores[i * targets.length + t]!;
  });
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
