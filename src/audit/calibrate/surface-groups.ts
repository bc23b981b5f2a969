import type { Sentence } from "../../data/index.ts";
import type { Candidate } from "../predict/predictions.ts";
import { type SurfaceCount, type SurfacePlace, surfaceCounts } from "../surface-counts.ts";
import type { ChosenSpan } from "./choose-candidates.ts";

/** Other places that the same words need before their labels say something against a span. */
const ENOUGH_PLACES = 3;

/** Words that are labelled this much more seldom than entities in general are mostly none. */
const SELDOM = 1 / 3;

/** By so much of what is missing may the same words be labelled more alike than by chance: both numbers are estimates. */
const SLACK = 0.15;

/** Spans in their groups. */
export interface SurfaceGroups {
  readonly spans: readonly ChosenSpan[];
  /** Where the same words are labelled everywhere or nowhere: how alike; undefined where labels are missing one by one. */
  readonly likeness: number | undefined;
}

/**
 * Sorts spans by what the labels of the same words elsewhere say: `known` where they carry the label somewhere, `unlike`
 * where they stand in several places and carry it in hardly any. Names of months look like names to a model; that nobody
 * labelled any of a hundred tells that they are none.
 *
 * That holds only where entities were missed one by one. Where the same words are labelled everywhere or nowhere, as with
 * a dictionary, words without labels are just what was missed. A model has then learnt the words that are labelled, even
 * if not from the sentence at hand, so labelled and missed entities do not look alike to it. They do where words occur
 * once: only from those something is learnt, and words that are labelled elsewhere are a group of their own.
 *
 * @param frequency the share of entities that is labelled, about
 */
export function groupBySurface(
  spans: readonly ChosenSpan[],
  sentences: readonly Sentence[],
  frequency: number,
): SurfaceGroups {
  const alike = likeness(sentences);
  const isByWord = alike > frequency + SLACK * (1 - frequency);
  const counts = surfaceCounts(sentences, spans.map(placeOf));
  const sorted = spans.map((span, i): ChosenSpan => {
    const { labelled, occurrences } = counts[i]!;
    if (isByWord && occurrences > 0) {
      const unlearnt = { ...span, isOnLabel: undefined };
      return labelled > 0 ? { ...unlearnt, surface: "known" } : { ...unlearnt, isCounted: false };
    }
    const surface = surfaceOf(counts[i]!, frequency);
    return surface === undefined ? span : { ...span, surface };
  });
  return { spans: sorted, likeness: isByWord ? alike : undefined };
}

/** The groups of candidates, whether they are chosen or not, where labels are missing one by one. */
export function candidateSurfaces(
  candidates: readonly (Candidate & { readonly sentence: number })[],
  sentences: readonly Sentence[],
  frequency: number,
): readonly (ChosenSpan["surface"] | undefined)[] {
  return surfaceCounts(sentences, candidates.map(placeOf)).map((count) => surfaceOf(count, frequency));
}

function surfaceOf(
  { labelled, occurrences }: SurfaceCount,
  frequency: number,
): ChosenSpan["surface"] | undefined {
  if (occurrences >= ENOUGH_PLACES && labelled < SELDOM * frequency * occurrences) return "unlike";
  return labelled > 0 ? "known" : undefined;
}

function placeOf({ sentence, start, end, label }: Candidate & { readonly sentence: number }): SurfacePlace {
  return { sentence, start, end, label };
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
