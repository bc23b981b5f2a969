import { type Entity, type Span, spanKey } from "../data/index.ts";
import type { Counts } from "./rates.ts";

/**
 * When a prediction counts as right. `exact` is what "F1" means and the only default; the
 * others say where a model goes wrong [BINDER, Table 8].
 *
 * - `exact`: same words, same label.
 * - `boundary`: same words, any label.
 * - `start`: same first word, same label (S-F1 start).
 * - `end`: same last word, same label (S-F1 end).
 * - `overlap`: at least one word in common, same label (L-F1, "loose").
 */
export type MatchMode = "exact" | "boundary" | "start" | "end" | "overlap";

/** Every mode, the default first. */
export const matchModes: readonly MatchMode[] = ["exact", "boundary", "start", "end", "overlap"];

/**
 * The size of a maximum matching between gold spans and predictions. BINDER does not say how it
 * counts two predictions on one entity; one-to-one matching keeps one span over the whole
 * sentence from finding everything, and guarantees exact ≤ start, end ≤ overlap and exact ≤ boundary.
 */
const pairs: { readonly [M in MatchMode]: (gold: readonly Span[], predicted: readonly Span[]) => number } = {
  exact: (gold, predicted) => countShared(gold, predicted, spanKey),
  boundary: (gold, predicted) => countShared(gold, predicted, spanKey),
  start: (gold, predicted) => countShared(gold, predicted, (span) => span.start),
  end: (gold, predicted) => countShared(gold, predicted, (span) => span.end),
  overlap: countOverlapping,
};

/**
 * Counts one sentence by label. Neither list may contain duplicates. In `boundary` mode labels do not
 * matter, and everything is counted under `""`.
 */
export function countByLabel(
  gold: readonly Entity[],
  predicted: readonly Entity[],
  mode: MatchMode,
): Map<string, Counts> {
  const groups = new Map<string, { gold: Entity[]; predicted: Entity[] }>();
  for (const side of ["gold", "predicted"] as const) {
    for (const entity of side === "gold" ? gold : predicted) {
      const label = mode === "boundary" ? "" : entity.label;
      let group = groups.get(label);
      if (group === undefined) {
        group = { gold: [], predicted: [] };
        groups.set(label, group);
      }
      group[side].push(entity);
    }
  }
  const counts = new Map<string, Counts>();
  for (const [label, group] of groups) {
    counts.set(label, {
      correct: pairs[mode](group.gold, group.predicted),
      predicted: group.predicted.length,
      gold: group.gold.length,
    });
  }
  return counts;
}

function countShared(
  gold: readonly Span[],
  predicted: readonly Span[],
  keyOf: (span: Span) => string | number,
): number {
  if (gold.length === 0 || predicted.length === 0) return 0;
  const left = new Map<string | number, number>();
  for (const span of gold) left.set(keyOf(span), (left.get(keyOf(span)) ?? 0) + 1);
  let shared = 0;
  for (const span of predicted) {
    const count = left.get(keyOf(span)) ?? 0;
    if (count === 0) continue;
    left.set(keyOf(span), count - 1);
    shared++;
  }
  return shared;
}

/**
 * Greedy by end, which is optimal. The span X that ends first overlaps exactly the
 * spans of the other side that contain its last word. Of these, take the one that ends first, Y:
 * whatever else Y overlaps, the others overlap too, so matching X with another gains nothing.
 */
function countOverlapping(gold: readonly Span[], predicted: readonly Span[]): number {
  if (gold.length === 0 || predicted.length === 0) return 0;
  const spans = [
    ...gold.map(({ start, end }) => ({ start, end, isGold: true, used: false })),
    ...predicted.map(({ start, end }) => ({ start, end, isGold: false, used: false })),
  ].sort((a, b) => a.end - b.end);
  let found = 0;
  for (const [index, first] of spans.entries()) {
    if (first.used) continue;
    const other = spans.find(
      ({ used, isGold, start }, i) => i > index && !used && isGold !== first.isGold && start < first.end,
    );
    if (other === undefined) continue;
    other.used = true;
    found++;
  }
  return found;
}
