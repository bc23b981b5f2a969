import type { Sentence } from "../data/index.ts";
import type { ChosenSpan } from "./choose-candidates.ts";
import { surfaceCounts } from "./evidence-surface.ts";

/** Other places that the same words need before their labels say something against a span. */
const ENOUGH_PLACES = 3;

/** Words that are labelled this much more seldom than entities in general are mostly none. */
const SELDOM = 1 / 3;

/** By so much of what is missing may the same words be labelled more alike than by chance: both numbers are estimates. */
const SLACK = 0.15;

/**
 * Sorts spans by what the labels of the same words elsewhere say: `known` where they carry the label somewhere, `unlike`
 * where they stand in several places and carry it in hardly any. Names of months look like names to a model; that nobody
 * labelled any of a hundred tells that they are none.
 *
 * This can be learnt from only where entities were missed one by one. Where the same words are labelled everywhere or
 * nowhere, as with a dictionary, words without labels are just what was missed: then the spans are left as they are.
 *
 * @param frequency the share of entities that is labelled, about
 */
export function groupBySurface(
  spans: readonly ChosenSpan[],
  sentences: readonly Sentence[],
  frequency: number,
): readonly ChosenSpan[] {
  if (likeness(sentences) > frequency + SLACK * (1 - frequency)) return spans;
  const counts = surfaceCounts(
    sentences,
    spans.map(({ sentence, start, end, label }) => ({ sentence, start, end, label })),
  );
  return spans.map((span, i): ChosenSpan => {
    const { labelled, occurrences } = counts[i]!;
    if (occurrences >= ENOUGH_PLACES && labelled < SELDOM * frequency * occurrences) {
      return { ...span, surface: "unlike" };
    }
    return labelled > 0 ? { ...span, surface: "known" } : span;
  });
}

/**
 * How often the words of a labelled entity carry its label elsewhere. Where labels are missing one by one, that is not
 * above the share that is labelled, and below it as far as words are ambiguous.
 */
export function likeness(sentences: readonly Pick<Sentence, "tokens" | "entities">[]): number {
  const entities = sentences.flatMap((own, sentence) =>
    own.entities.map(({ start, end, label }) => ({ sentence, start, end, label })),
  );
  let [sum, count] = [0, 0];
  for (const { labelled, occurrences } of surfaceCounts(sentences, entities)) {
    if (occurrences === 0) continue;
    sum += labelled / occurrences;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
