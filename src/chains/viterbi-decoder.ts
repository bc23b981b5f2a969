import type { WeighedMoves } from "./chain-moves.ts";

/** A best tag sequence. `path` is good until the next call. */
export interface BestPath {
  readonly path: Int32Array;
  readonly score: number;
}

/** Where the scores of a sentence stand in a batch. */
export interface SentenceRows {
  /** `[rows, tags]`, row-major: the words of many sentences. */
  readonly emissions: ArrayLike<number>;
  /** The row of the sentence's first word. */
  readonly row: number;
  readonly words: number;
  /** `[words, tags]` of this sentence: only tags with a value other than 0 may be used. */
  readonly allowed?: ArrayLike<number> | undefined;
}

/**
 * Finds best tag sequences, one sentence after another with the same transitions, in memory that is used again.
 *
 *     δₜ[j] = maxᵢ (δₜ₋₁[i] + transitions[i, j]) + emissionₜ[j]
 *
 * The smaller tag is taken where two are equally good.
 */
export function viterbiDecoder(moves: WeighedMoves): (sentence: SentenceRows) => BestPath {
  const { tags, offsets, from, scores, start, end } = moves;
  let cameFrom = new Int32Array(0);
  let path = new Int32Array(0);
  let best = new Float64Array(tags);
  let next = new Float64Array(tags);

  return ({ emissions, row, words, allowed }) => {
    if (words === 0) return { path: path.subarray(0, 0), score: 0 };
    if (path.length < words) {
      path = new Int32Array(2 * words);
      cameFrom = new Int32Array(2 * words * tags);
    }
    let at = row * tags;
    for (let tag = 0; tag < tags; tag++) best[tag] = start[tag]! + emissions[at + tag]!;
    if (allowed !== undefined) forbid(best, allowed, 0);
    for (let word = 1; word < words; word++) {
      at += tags;
      const origins = word * tags;
      let move = 0;
      for (let to = 0; to < tags; to++) {
        const last = offsets[to + 1]!;
        let value = -Infinity;
        let origin = move < last ? from[move]! : 0;
        for (; move < last; move++) {
          const tag = from[move]!;
          const candidate = best[tag]! + scores[move]!;
          if (candidate > value) {
            value = candidate;
            origin = tag;
          }
        }
        cameFrom[origins + to] = origin;
        next[to] = value + emissions[at + to]!;
      }
      if (allowed !== undefined) forbid(next, allowed, word);
      [best, next] = [next, best];
    }
    let tag = 0;
    let score = best[0]! + end[0]!;
    for (let last = 1; last < tags; last++) {
      const total = best[last]! + end[last]!;
      if (total > score) {
        score = total;
        tag = last;
      }
    }
    for (let word = words - 1; word > 0; word--) {
      path[word] = tag;
      tag = cameFrom[word * tags + tag]!;
    }
    path[0] = tag;
    return { path: path.subarray(0, words), score };
  };

  function forbid(values: Float64Array, allowed: ArrayLike<number>, word: number): void {
    for (let tag = 0; tag < tags; tag++) if (allowed[word * tags + tag] === 0) values[tag] = -Infinity;
  }
}
