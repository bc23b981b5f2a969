import type { ChosenSpan } from "../../../src/audit/calibrate/choose-candidates.ts";
import { Random } from "../../../src/random.ts";

/** Spans whose truth is known. */
export interface MadeUpSpans {
  readonly spans: readonly (ChosenSpan & { readonly isEntity: boolean })[];
  readonly sentences: number;
  /** Labelled entities and missing ones, by type. */
  readonly labelled: ReadonlyMap<string, number>;
  readonly missing: ReadonlyMap<string, number>;
}

export interface MadeUpOptions {
  readonly seed: number;
  readonly sentences?: number;
  /** The share of entities that is labelled, by type. */
  readonly shares?: Readonly<Record<string, number>>;
  /** How well the model tells entities from the rest: the distance of their mean scores, in standard deviations. */
  readonly skill?: number;
  /** Sentences of which all entities are labelled, and known to be. */
  readonly complete?: number;
  /** The share of entities that the model finds with wrong boundaries only: none of these spans is one. */
  readonly misplaced?: number;
}

/**
 * Spans as a model might score them: three for each sentence and type, of which a third are entities. Logits of entities
 * are normal around `skill` / 2, those of others around −`skill` / 2.
 */
export function madeUpSpans({
  seed,
  sentences = 1000,
  shares = { PER: 0.7, LOC: 0.7 },
  skill = 5,
  complete = 0,
  misplaced = 0,
}: MadeUpOptions): MadeUpSpans {
  const random = new Random(seed);
  const spans: (ChosenSpan & { readonly isEntity: boolean })[] = [];
  const [labelled, missing] = [new Map<string, number>(), new Map<string, number>()];
  for (let sentence = 0; sentence < sentences + complete; sentence++) {
    const isComplete = sentence >= sentences;
    Object.entries(shares).forEach(([label, share], type) => {
      for (let i = 0; i < 3; i++) {
        const isEntity = random.uniform() < 1 / 3;
        const isLabelled = isEntity && (isComplete || random.uniform() < share);
        const score = 1 / (1 + Math.exp(skill / 2 - (isEntity ? skill : 0) - random.normal()));
        const start = 10 * type + 3 * i;
        const isMisplaced = isEntity && misplaced > 0 && random.uniform() < misplaced;
        spans.push({
          sentence,
          start,
          end: start + 1,
          label,
          score,
          state: !isLabelled ? "free" : isMisplaced ? "denied" : "labelled",
          isComplete,
          isSecond: false,
          isOnLabel: isLabelled,
          isEntity: isEntity && !isMisplaced,
        });
        if (!isEntity || isComplete) continue;
        const counts = isLabelled ? labelled : missing;
        counts.set(label, (counts.get(label) ?? 0) + 1);
      }
    });
  }
  return { spans, sentences: sentences + complete, labelled, missing };
}
