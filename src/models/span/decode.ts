import { compareEntities } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import { type LabelSet, NON_ENTITY } from "../label-set.ts";
import type { DecodeOptions, ScoredEntity } from "../model.ts";
import { overlapFilter } from "./overlap-filter.ts";
import type { SpanIndex } from "./span-index.ts";
/**
 * Turns the probabilities of all spans into entities: each span takes its likeliest class, and those that are entities
 * are kept from the highest score down (of equals, the first in the text), as far as the mode allows [WNS, §2.3]; those
 * below the threshold are dropped [NRCES, §5.1.1].
 *
 * @param probabilities `[index.count, labels.classes]`, row by row; class 0 is "no entity", and wins when level
 * @returns the entities of each sentence, in reading order
 */
export function decodeSpans(
  probabilities: Float32Array,
  index: SpanIndex,
  labels: LabelSet,
  { mode = "flat", crossing = true, threshold = 0 }: DecodeOptions = {},
): ScoredEntity[][] {
  const { classes } = labels;
  if (probabilities.length !== index.count * classes) {
    throw new Error(`${probabilities.length} numbers are not ${index.count} spans × ${classes} classes`);
  }
  return index.lengths.map((_, sentence) => {
    const first = entryAt(index.wordOffsets, sentence);
    const to = entryAt(index.spanOffsets, sentence + 1);
    const found: ScoredEntity[] = [];
    for (let at = entryAt(index.spanOffsets, sentence); at < to; at++) {
      const winner = likeliestClass(probabilities, at * classes, classes);
      const score = probabilities[at * classes + winner]!;
      if (winner === NON_ENTITY || score < threshold) continue;
      const [start, end] = [index.starts[at]! - first, index.ends[at]! - first + 1];
      found.push({ start, end, label: labels.labelOf(winner), score });
    }
    // They stand by start, then by end: a stable sort needs no more for ties.
    return found
      .sort((a, b) => b.score - a.score)
      .filter(overlapFilter({ mode, crossing }))
      .sort(compareEntities);
  });
}

/** The class with the highest probability in a row; of equals the first. */
function likeliestClass(probabilities: Float32Array, row: number, classes: number): number {
  let winner = 0;
  let best = probabilities[row]!;
  for (let k = 1; k < classes; k++) {
    const value = probabilities[row + k]!;
    if (value > best) {
      best = value;
      winner = k;
    }
  }
  return winner;
}
