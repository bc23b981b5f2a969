import type { Sentence } from "../../data/index.ts";
import { type Entity, entityKey } from "../../data/index.ts";
import type { EpochMetrics } from "../learner.ts";
/**
 * How well labels were completed, where masked ones are known; otherwise says nothing.
 *
 * - `completedPrecision`: the share of added entities that were masked, type and boundaries included
 * - `completedRecall`: the share of masked entities that were added
 *
 * @param added what was added to a sentence; undefined where it was not completed
 */
export function completionQuality(
  sentences: readonly Sentence[],
  added: (sentence: number) => readonly Entity[] | undefined,
): EpochMetrics {
  let [right, all, masked] = [0, 0, 0];
  sentences.forEach(({ hidden = [] }, i) => {
    const found = added(i);
    if (found === undefined) return;
    const keys = new Set(hidden.map(entityKey));
    right += found.filter((entity) => keys.has(entityKey(entity))).length;
    all += found.length;
    masked += keys.size;
  });
  if (masked === 0) return {};
  return { completedPrecision: all === 0 ? 0 : right / all, completedRecall: right / masked };
}
