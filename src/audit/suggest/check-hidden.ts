import type { Sentence } from "../../data/index.ts";
import { entityKey } from "../../data/index.ts";
import type { AuditCheck, Interval } from "../summary.ts";
import type { Suggestion } from "./suggestion.ts";

/** How many of the best suggestions are looked at. */
const FIRST: readonly number[] = [100, 1000];

/** Probabilities that are looked at together. */
const BINS: readonly number[] = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1];

interface CheckOptions {
  /** Best first. */
  readonly suggestions: readonly Suggestion[];
  /** How many entities are missing, by estimate: of all types, and by type. */
  readonly missing: Interval;
  readonly missingByType: ReadonlyMap<string, Interval>;
}

/**
 * Holds an audit against what masking has hidden. A suggestion is right where just this entity was hidden, with the same
 * words and label.
 *
 * @returns undefined where nothing was hidden
 */
export function checkHidden(
  sentences: readonly Pick<Sentence, "hidden">[],
  { suggestions, missing, missingByType }: CheckOptions,
): AuditCheck | undefined {
  const hidden = sentences.map((sentence) => new Set((sentence.hidden ?? []).map(entityKey)));
  const count = hidden.reduce((sum, own) => sum + own.size, 0);
  if (count === 0) return undefined;
  const missed = suggestions
    .filter(({ kind }) => kind === "missed")
    .map((suggestion) => ({
      ...suggestion,
      isRight: hidden[suggestion.sentence]!.has(entityKey(suggestion)),
    }));
  const rightIn = (some: readonly { readonly isRight: boolean }[]) =>
    some.filter(({ isRight }) => isRight).length;
  const suggested = missed.filter((own) => own.suggested);
  const right = rightIn(suggested);
  const labels = [
    ...new Set(sentences.flatMap((own) => (own.hidden ?? []).map(({ label }) => label))),
  ].sort();
  return {
    hidden: count,
    first: FIRST.filter((_, i) => i === 0 || missed.length > FIRST[i - 1]!).map((first) => {
      const some = missed.slice(0, first);
      return { suggestions: some.length, precision: share(rightIn(some), some.length) };
    }),
    cut: {
      suggestions: suggested.length,
      right,
      precision: share(right, suggested.length),
      recall: right / count,
    },
    estimate: { missing, error: missing.value / count - 1, covered: holds(missing, count) },
    types: labels.map((label) => {
      const own = suggested.filter((suggestion) => suggestion.label === label);
      const truth = sentences.reduce(
        (sum, sentence) => sum + (sentence.hidden ?? []).filter((entity) => entity.label === label).length,
        0,
      );
      const estimated = missingByType.get(label) ?? { value: 0, low: 0, high: 0 };
      return {
        label,
        hidden: truth,
        missing: estimated,
        covered: holds(estimated, truth),
        precision: share(rightIn(own), own.length),
        recall: share(rightIn(own), truth),
      };
    }),
    reliability: BINS.slice(1).flatMap((high, i) => {
      const own = missed.filter(
        ({ probability }) => BINS[i]! <= probability && (probability < high || high === 1),
      );
      if (own.length === 0) return [];
      const mean = own.reduce((sum, { probability }) => sum + probability, 0) / own.length;
      return [{ probability: mean, suggestions: own.length, right: share(rightIn(own), own.length) }];
    }),
  };
}

function holds({ low, high }: Interval, value: number): boolean {
  return low <= value && value <= high;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
