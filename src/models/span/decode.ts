import { compareEntities, type Entity } from "../../data/index.ts";
import type { LabelSet } from "../label-set.ts";
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
): Entity[][] {
  const { classes } = labels;
  if (probabilities.length !== index.count * classes) {
    throw new Error(`${probabilities.length} numbers are not ${index.count} spans × ${classes} classes`);
  }
  const { positions, winners, scores } = nonEmpty(probabilities, classes, threshold);
  const sentences: Entity[][] = [];
  let from = 0;
  for (let sentence = 0; sentence + 1 < index.spanOffsets.length; sentence++) {
    const first = index.wordOffsets[sentence]!;
    let to = from;
    while (to < positions.length && positions[to]! < index.spanOffsets[sentence + 1]!) to++;
    // Candidates stand in the order of their positions, which is by start, then by end: ties need nothing more.
    const order = new Int32Array(to - from);
    for (let i = from; i < to; i++) order[i - from] = i;
    order.sort((a, b) => scores[b]! - scores[a]! || a - b);
    const isKept = overlapFilter({ mode, crossing });
    const kept: Entity[] = [];
    for (const i of order) {
      const start = index.starts[positions[i]!]! - first;
      const end = index.ends[positions[i]!]! - first + 1;
      if (isKept({ start, end })) {
        kept.push({ start, end, label: labels.labelOf(winners[i]!), score: scores[i]! });
      }
    }
    sentences.push(kept.sort(compareEntities));
    from = to;
  }
  return sentences;
}

/** The spans whose likeliest class is an entity of at least the threshold, by position. */
function nonEmpty(probabilities: Float32Array, classes: number, threshold: number) {
  const positions: number[] = [];
  const winners: number[] = [];
  const scores: number[] = [];
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
    positions.push(at);
    winners.push(winner);
    scores.push(best);
  }
  return { positions, winners, scores };
}
