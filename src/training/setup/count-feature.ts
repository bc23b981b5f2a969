import type { Sentence } from "../../data/index.ts";
import { isMixed } from "../../data/index.ts";
import type { WordFeatures } from "../../encoders/index.ts";
import { type CountsOptions, countFeatures } from "../../encoders/index.ts";

interface CountFeature {
  readonly feature: WordFeatures;
  /** The pieces of the training sentence at this position that were counted. */
  counted(sentence: number): readonly (readonly string[])[];
}

/** Words that are counted at the most: the counts of more would say the same, and take more memory than they are worth. */
const MOST_WORDS = 5_000_000;

/**
 * Counts the training text, so that a word is known by how usual it is together with its neighbours.
 *
 * Where some sentences are complete and others partial, the partial ones were mostly found by a dictionary, and the
 * dictionary was mostly made from names like those of the complete ones. So their text has these names far oftener than
 * those of new text, and a model would learn that names are something usual. What is labelled in them is not counted.
 *
 * Of a text that is too long, every second sentence is counted, or every third, and so on.
 */
export function countFeature(
  options: CountsOptions,
  train: readonly Sentence[],
  mostWords: number = MOST_WORDS,
): CountFeature {
  const every = Math.ceil(train.reduce((sum, { tokens }) => sum + tokens.length, 0) / mostWords);
  const mixed = isMixed(train);
  const pieces = train.map((sentence, i) => {
    if (i % every > 0) return [];
    return mixed && sentence.completeness !== "complete" ? betweenEntities(sentence) : [sentence.tokens];
  });
  return { feature: countFeatures(pieces.flat(), options), counted: (sentence) => pieces[sentence]! };
}

/** The words before, between and behind what is labelled. */
function betweenEntities({ tokens, entities }: Sentence): (readonly string[])[] {
  const pieces: (readonly string[])[] = [];
  let from = 0;
  for (const { start, end } of entities.toSorted((a, b) => a.start - b.start)) {
    if (start > from) pieces.push(tokens.slice(from, start));
    from = Math.max(from, end);
  }
  if (from < tokens.length) pieces.push(tokens.slice(from));
  return pieces;
}
