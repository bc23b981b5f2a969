import type { Entity, Sentence } from "../data/index.ts";
import { pairBySpan } from "./pair-by-span.ts";
import type { Scored } from "./score.ts";

/** A confusion matrix over labels. Rows and columns follow `labels`; plain values, safe for JSON. */
export interface Confusion {
  /** Every label of gold or of a scored prediction, in code-unit order. */
  readonly labels: readonly string[];
  /** `matrix[gold][predicted]`: entities on the same words. The diagonal is correct. */
  readonly matrix: readonly (readonly number[])[];
  /** Per gold label: entities whose words were not predicted as an entity. */
  readonly missed: readonly number[];
  /** Per predicted label: predictions whose words are no gold entity. */
  readonly spurious: readonly number[];
  /** Predictions on unknown words, counted nowhere else. */
  readonly ignored: number;
}

/** Builds a confusion matrix sentence by sentence. */
interface ConfusionCounter {
  add(gold: Sentence, predicted: readonly Entity[]): void;
  result(): Confusion;
}

/** Counts which types are confused, over correct spans; the rest is missed or spurious. */
export function createConfusion(): ConfusionCounter {
  const cells = new Map<string, Map<string, number>>();
  const missed = new Map<string, number>();
  const spurious = new Map<string, number>();
  let ignored = 0;

  function confuse(gold: string, predicted: string): void {
    let row = cells.get(gold);
    if (row === undefined) {
      row = new Map();
      cells.set(gold, row);
    }
    increment(row, predicted);
  }

  return {
    add(gold, predicted) {
      const pairs = pairBySpan(gold, predicted);
      for (const { label } of pairs.right) confuse(label, label);
      for (const pair of pairs.retyped) confuse(pair.gold.label, pair.predicted.label);
      for (const { label } of pairs.missed) increment(missed, label);
      for (const { label } of pairs.spurious) increment(spurious, label);
      ignored += pairs.ignored.length;
    },

    result() {
      const columns = [...cells.values()].flatMap((row) => [...row.keys()]);
      const labels = [...new Set([...cells.keys(), ...columns, ...missed.keys(), ...spurious.keys()])].sort();
      return {
        labels,
        matrix: labels.map((gold) => labels.map((predicted) => cells.get(gold)?.get(predicted) ?? 0)),
        missed: labels.map((label) => missed.get(label) ?? 0),
        spurious: labels.map((label) => spurious.get(label) ?? 0),
        ignored,
      };
    },
  };
}

/** The confusion matrix of a list of sentences. */
export function confusionOf(pairs: Iterable<Scored>): Confusion {
  const confusion = createConfusion();
  for (const [gold, predicted] of pairs) confusion.add(gold, predicted);
  return confusion.result();
}

function increment(counts: Map<string, number>, label: string): void {
  counts.set(label, (counts.get(label) ?? 0) + 1);
}
