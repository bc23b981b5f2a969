import type { ScoredBlock, ScoredTransitions } from "./chain-transitions.ts";

/** A best tag sequence. `path` is valid until the next call. */
interface BestPath {
  readonly path: Int32Array;
  readonly score: number;
}

/** The position of a sentence's scores in a batch. */
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
 * Finds best tag sequences, one sentence after another with the same transitions, in reused memory.
 *
 *     δₜ[j] = maxᵢ (δₜ₋₁[i] + transitions[i, j]) + emissionₜ[j]
 *
 * Ties go to the smaller tag.
 */
export function viterbiDecoder(transitions: ScoredTransitions): (sentence: SentenceRows) => BestPath {
  const { tags, blocks, start, end } = transitions;
  let cameFrom = new Int32Array(0);
  let path = new Int32Array(0);
  let best = new Float64Array(tags);
  let next = new Float64Array(tags);
  const values = new Float64Array(tags);
  const origins = new Int32Array(tags);

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
      for (const block of blocks) {
        bestOfBlock(block, best, values, origins);
        const { targets } = block;
        for (let t = 0; t < targets.length; t++) {
          const to = targets[t]!;
          next[to] = values[t]! + emissions[at + to]!;
          cameFrom[word * tags + to] = origins[t]!;
        }
      }
      if (allowed !== undefined) forbid(next, allowed, word);
      const spare = best;
      best = next;
      next = spare;
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

  function forbid(scores: Float64Array, allowed: ArrayLike<number>, word: number): void {
    for (let tag = 0; tag < tags; tag++) if (allowed[word * tags + tag] === 0) scores[tag] = -Infinity;
  }
}

/**
 * The best path to each target of a block, and the tag it comes from.
 *
 * The best source comes first. Most others are then so far behind that their best transition cannot win anywhere, and
 * are skipped as a whole.
 */
function bestOfBlock(
  { sources, targets, scores, best: bestOfSource }: ScoredBlock,
  best: Float64Array,
  values: Float64Array,
  origins: Int32Array,
): void {
  const rows = sources.length;
  const width = targets.length;
  if (rows === 0) {
    values.fill(-Infinity, 0, width);
    origins.fill(0, 0, width);
    return;
  }
  let top = 0;
  let leading = sources[0]!;
  for (let i = 1; i < rows; i++) {
    const from = sources[i]!;
    if (best[from]! > best[leading]!) {
      top = i;
      leading = from;
    }
  }
  const leader = best[leading]!;
  let least = Infinity;
  for (let t = 0, at = top * width; t < width; t++, at++) {
    const value = leader + scores[at]!;
    values[t] = value;
    origins[t] = leading;
    if (value < least) least = value;
  }
  // Ties go to the smaller tag: sources before the leader from last to first, taking equals; then those after it.
  for (let i = top - 1; i >= 0; i--) {
    const from = sources[i]!;
    const value = best[from]!;
    if (value + bestOfSource[i]! < least) continue;
    for (let t = 0, at = i * width; t < width; t++, at++) {
      const candidate = value + scores[at]!;
      if (candidate >= values[t]!) {
        values[t] = candidate;
        origins[t] = from;
      }
    }
  }
  for (let i = top + 1; i < rows; i++) {
    const from = sources[i]!;
    const value = best[from]!;
    if (value + bestOfSource[i]! <= least) continue;
    for (let t = 0, at = i * width; t < width; t++, at++) {
      const candidate = value + scores[at]!;
      if (candidate > values[t]!) {
        values[t] = candidate;
        origins[t] = from;
      }
    }
  }
}
