import { compareEntities } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import type { LabelSet } from "../label-set.ts";
import type { ScoredEntity } from "../model.ts";
import { type OverlapOptions, overlapFilter } from "./overlap-filter.ts";
import type { SpanIndex } from "./span-index.ts";
export interface DecodeOptions extends OverlapOptions {
  /** Entities with a lower score are dropped. [NRCES, §5.1.1] */
  readonly threshold?: number;
}

/**
 * Turns the probabilities of all spans into entities: each span takes its likeliest class, and those that are entities
 * are kept from the highest score down (of equals, the first in the text), as far as the mode allows. [WNS, §2.3]
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
  const candidates = index.lengths.map((): ScoredEntity[] => []);
  for (const { position, winner, score } of nonEmpty(probabilities, classes, threshold)) {
    const { sentence, start, end } = index.spanAt(position);
    entryAt(candidates, sentence).push({ start, end, label: labels.labelOf(winner), score });
  }
  // Candidates stand in the order of their positions, which is by start, then by end: a stable sort needs no more for ties.
  return candidates.map((found) =>
    found
      .sort((a, b) => b.score - a.score)
      .filter(overlapFilter({ mode, crossing }))
      .sort(compareEntities),
  );
}

/** The spans whose likeliest class is an entity of at least the threshold, by position. */
function nonEmpty(probabilities: Float32Array, classes: number, threshold: number) {
  const found: { readonly position: number; readonly winner: number; readonly score: number }[] = [];
  for (let row = 0, at = 0; row < probabilities.length; row += classes, at++) {
    let winner = 0;
    let best = probabilities[row]!;
    for (let k = 1; k < classes; k++) {
      const value = probabilities[row + k]!;
      if (value > best) {
        best = value;
        winner = k;
      }
    }
    if (winner === 0 || best < threshold) continue;
    found.push({ position: at, winner, score: best });
  }
  return found;
}
