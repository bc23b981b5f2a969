import type { ChainRecursions, RunRecursions } from "./chain-recursions.ts";
import type { ScoredBlock, ScoredTransitions } from "./chain-transitions.ts";

/** What lies further below the largest is not trusted: doubles end at 1e-308, and one more step must fit in between. */
const TINY = 1e-250;

/** How far transitions may lie below the best: exp(−100) is 4e-44, so that a step from `TINY` is still above 0. */
const REACH = 100;

/**
 * Forward and backward in probability space, each word rescaled to a maximum of 1: one `exp` per tag of a word and no
 * `log`.
 *
 * Undefined if scores lie too far apart: such a sentence needs log space. An empty sum is 0 and no reason for that; a
 * value that is too small without being impossible is.
 */
export function scaledRecursions(transitions: ScoredTransitions): RunRecursions<ChainRecursions | undefined> {
  const { tags } = transitions;
  const scores = transitions.blocks.map((block) => block.scores);
  const peak = scores.reduce((most, own) => own.reduce((a, b) => Math.max(a, b), most), -Infinity);
  const [entry, exit] = [factorsOf(transitions.start), factorsOf(transitions.end)];
  const isTame = scores.every((own) => own.every((score) => score > peak - REACH));
  if (entry === undefined || exit === undefined || !isTame) return () => undefined;
  const { factors: entryFactors, peak: entryPeak } = entry;
  const { factors: exitFactors, peak: exitPeak } = exit;

  const blocks = transitions.blocks.map((block) => ({
    ...block,
    /** `[sources, targets]` */
    outOf: block.scores.map((score) => Math.exp(score - peak)),
    /** `[targets, sources]` */
    into: transposed(block).map((score) => Math.exp(score - peak)),
  }));
  const sums = new Float64Array(tags);
  const reached = new Float64Array(tags);
  const packed = new Float64Array(tags);
  let size = 0;
  let own = new Float64Array(0);
  let alpha = new Float64Array(0);
  let beta = new Float64Array(0);
  let alphaScale = new Float64Array(0);
  let betaScale = new Float64Array(0);
  let peaks = new Float64Array(0);

  return (emissions, words) => {
    if (words > size) {
      size = 2 * words;
      const rows = () => new Float64Array(size * tags);
      [own, alpha, beta] = [rows(), rows(), rows()];
      const column = () => new Float64Array(size);
      [alphaScale, betaScale, peaks] = [column(), column(), column()];
    }
    for (let word = 0; word < words; word++) peaks[word] = expRow(emissions, word * tags);
    if (!forward(emissions, words) || !backward(emissions, words)) return undefined;
    const last = (words - 1) * tags;
    let total = 0;
    for (let tag = 0; tag < tags; tag++) total += alpha[last + tag]! * exitFactors[tag]!;
    return {
      logPartition: Math.log(total) + alphaScale[words - 1]! + exitPeak,
      alpha: (word, tag) => Math.log(alpha[word * tags + tag]!) + alphaScale[word]!,
      beta: (word, tag) => Math.log(beta[word * tags + tag]!) + betaScale[word]!,
    };
  };

  /** Sets a row of `own` to the exponentials of its scores relative to the largest, which it returns. */
  function expRow(emissions: Float64Array, row: number): number {
    let top = -Infinity;
    for (let tag = 0; tag < tags; tag++) if (emissions[row + tag]! > top) top = emissions[row + tag]!;
    for (let tag = 0; tag < tags; tag++) own[row + tag] = Math.exp(emissions[row + tag]! - top);
    return top;
  }

  function forward(emissions: Float64Array, words: number): boolean {
    sums.set(entryFactors);
    let scale = entryPeak;
    for (let word = 0; word < words; word++) {
      const here = word * tags;
      if (word > 0) {
        sums.fill(0);
        for (const { sources, targets, into } of blocks) products(into, alpha, here - tags, sources, targets);
        scale += peak;
      }
      const top = timesOwn(sums, 0, emissions, here, alpha);
      if (!(top > 0)) return false;
      for (let tag = 0; tag < tags; tag++) alpha[here + tag]! /= top;
      scale += peaks[word]! + Math.log(top);
      alphaScale[word] = scale;
    }
    return true;
  }

  function backward(emissions: Float64Array, words: number): boolean {
    beta.set(exitFactors, (words - 1) * tags);
    let scale = exitPeak;
    betaScale[words - 1] = scale;
    for (let word = words - 2; word >= 0; word--) {
      const here = word * tags;
      const after = here + tags;
      if (!(timesOwn(beta, after, emissions, after, reached, 0) > 0)) return false;
      sums.fill(0);
      for (const { sources, targets, outOf } of blocks) products(outOf, reached, 0, targets, sources);
      let top = 0;
      for (let tag = 0; tag < tags; tag++) if (sums[tag]! > top) top = sums[tag]!;
      for (let tag = 0; tag < tags; tag++) beta[here + tag] = sums[tag]! / top;
      scale += peak + peaks[word + 1]! + Math.log(top);
      betaScale[word] = scale;
    }
    return true;
  }

  /** Multiplies a row by a word's own exponentials; returns the largest product, or NaN if one is too small to be trusted. */
  function timesOwn(
    rows: Float64Array,
    row: number,
    emissions: Float64Array,
    word: number,
    into: Float64Array,
    at = word,
  ): number {
    let top = 0;
    let isLost = false;
    for (let tag = 0; tag < tags; tag++) {
      const value = rows[row + tag]!;
      const product = value * own[word + tag]!;
      if (product < TINY && value > 0 && emissions[word + tag]! !== -Infinity) isLost = true;
      if (product > top) top = product;
      into[at + tag] = product;
    }
    return isLost ? Number.NaN : top;
  }

  /** Adds to the sum of each row's tag the product of the row with the values of the columns' tags. */
  function products(
    matrix: Float64Array,
    values: Float64Array,
    first: number,
    columns: Int32Array,
    rows: Int32Array,
  ): void {
    const width = columns.length;
    for (let i = 0; i < width; i++) packed[i] = values[first + columns[i]!]!;
    let at = 0;
    for (const row of rows) {
      // Two independent sums, so that additions can overlap.
      let even = 0;
      let odd = 0;
      let i = 0;
      for (; i + 1 < width; i += 2, at += 2) {
        even += packed[i]! * matrix[at]!;
        odd += packed[i + 1]! * matrix[at + 1]!;
      }
      if (i < width) even += packed[i]! * matrix[at++]!;
      sums[row]! += even + odd;
    }
  }
}

/** Exponentials of the legal scores relative to the largest; undefined if they lie too far apart. */
function factorsOf(
  scores: Float64Array,
): { readonly peak: number; readonly factors: Float64Array } | undefined {
  const peak = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const isNear = scores.every((score) => score === -Infinity || score > peak - REACH);
  return isNear && peak > -Infinity
    ? { peak, factors: scores.map((score) => Math.exp(score - peak)) }
    : undefined;
}

function transposed({ sources, targets, scores }: ScoredBlock): Float64Array {
  return scores.map((_, at) => {
    const [t, i] = [Math.floor(at / sources.length), at % sources.length];
    return scores[i * targets.length + t]!;
  });
}
