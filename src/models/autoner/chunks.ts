import { entryAt } from "../../entries.ts";
import { type LabelSet, NON_ENTITY } from "../label-set.ts";
import type { MarginalOptions, ScoredEntity } from "../model.ts";
import { MARGINAL_FLOOR } from "../span/marginals.ts";
import type { SpanIndex } from "../span/span-index.ts";

/** What a model says of a batch: p(break) before each word, and of each span what type it would be as a chunk. */
interface ChunkScores {
  /** `[words]` */
  readonly breaks: Float32Array;
  /** `[index.count, classes]` */
  readonly types: Float32Array;
}

/**
 * Cuts each sentence where a break is likelier than a tie, and takes the likeliest type of each chunk; one that is wider
 * than the model goes is none. The score is the probability of its cuts and of its type together.
 */
export function decodeChunks(
  { breaks, types }: ChunkScores,
  index: SpanIndex,
  labels: LabelSet,
  threshold: number,
): ScoredEntity[][] {
  return index.lengths.map((words, sentence) => {
    const first = entryAt(index.wordOffsets, sentence);
    const found: ScoredEntity[] = [];
    for (let start = 0, end = 1; start < words; start = end++) {
      while (end < words && breaks[first + end]! <= 0.5) end++;
      const at = index.positionOf(sentence, start, end);
      if (at < 0) continue;
      const row = types.subarray(at * labels.classes, (at + 1) * labels.classes);
      const best = row.reduce((top, value, k) => (value > row[top]! ? k : top), NON_ENTITY);
      if (best === NON_ENTITY) continue;
      const score = row[best]! * chunkProbability(breaks, first, words, start, end);
      if (score >= threshold) found.push({ start, end, label: labels.labelOf(best), score });
    }
    return found;
  });
}

/** Every label of every span: the probability that the span is a chunk, times that of the label. */
export function chunkMarginals(
  { breaks, types }: ChunkScores,
  index: SpanIndex,
  labels: LabelSet,
  { floor = MARGINAL_FLOOR }: MarginalOptions = {},
): ScoredEntity[][] {
  return index.lengths.map((words, sentence) => {
    const first = entryAt(index.wordOffsets, sentence);
    const found: ScoredEntity[] = [];
    const to = entryAt(index.spanOffsets, sentence + 1);
    for (let at = entryAt(index.spanOffsets, sentence); at < to; at++) {
      const [start, end] = [index.starts[at]! - first, index.ends[at]! - first + 1];
      const chunk = chunkProbability(breaks, first, words, start, end);
      if (chunk < floor) continue;
      for (let k = 1; k < labels.classes; k++) {
        const score = chunk * types[at * labels.classes + k]!;
        if (score >= floor) found.push({ start, end, label: labels.labelOf(k), score });
      }
    }
    return found;
  });
}

/** That there is a break before a span and after it, and none inside. */
function chunkProbability(
  breaks: Float32Array,
  first: number,
  words: number,
  start: number,
  end: number,
): number {
  let probability = (start === 0 ? 1 : breaks[first + start]!) * (end === words ? 1 : breaks[first + end]!);
  for (let word = start + 1; word < end; word++) probability *= 1 - breaks[first + word]!;
  return probability;
}
