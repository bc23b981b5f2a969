import { entryAt, zip } from "../../entries.ts";
import type { Random } from "../../random.ts";
import type { PrepareOptions } from "../encoder.ts";

/** A sentence and where its entities are. */
export interface LabelledWords {
  readonly words: readonly string[];
  readonly entities: readonly { readonly start: number; readonly end: number; readonly label: string }[];
}

/** Which dictionary hits are hidden from each training sentence. */
export interface CrossFit {
  /** For `Encoder.prepare` of the sentence at this position. */
  options(sentence: number): PrepareOptions;
  /** The fold of each sentence. */
  readonly folds: Int32Array;
}

/**
 * Hides dictionary hits from training sentences as if the dictionary had been built without them. Sentences are split
 * into `folds`; a hit is hidden if its surface is labelled as an entity in the sentence's own fold and in no other.
 * What remains is what a dictionary built from other text would know, so the model meets the dictionary as it will in
 * new text.
 *
 * Surfaces are compared case-insensitively, as dictionaries mostly match them.
 */
export function crossFit(sentences: readonly LabelledWords[], folds: number, random: Random): CrossFit {
  if (!(Number.isInteger(folds) && folds >= 2))
    throw new Error(`cross-fitting needs 2 folds or more, got ${folds}`);
  const order = random.shuffled(sentences.map((_, i) => i));
  const foldOf = new Int32Array(sentences.length);
  order.forEach((sentence, i) => {
    foldOf[sentence] = i % folds;
  });
  const SEVERAL = -1;
  /** The only fold in which a surface is labelled. */
  const home = new Map<string, number>();
  for (const [{ words, entities }, fold] of zip(sentences, foldOf)) {
    for (const { start, end } of entities) {
      const surface = surfaceOf(words, start, end);
      const known = home.get(surface) ?? fold;
      home.set(surface, known === fold ? fold : SEVERAL);
    }
  }
  return {
    folds: foldOf,
    options: (sentence) => ({
      isHidden: (start, end) =>
        home.get(surfaceOf(entryAt(sentences, sentence).words, start, end)) === foldOf[sentence],
    }),
  };
}

function surfaceOf(words: readonly string[], start: number, end: number): string {
  return words.slice(start, end).join(" ").toLowerCase();
}
