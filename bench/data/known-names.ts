import type { Sentence } from "../../src/data/sentence.ts";

/** What is asked of a sentence here. */
export type LabelledText = Pick<Sentence, "tokens" | "entities">;

/** How many different names there are, and how many of them a dictionary has. */
export interface KnownNames {
  readonly names: number;
  readonly known: number;
}

/** The different names that sentences label; `glue` joins their words. */
export function namesIn(sentences: readonly LabelledText[], glue: string): Set<string> {
  return new Set(
    sentences.flatMap(({ tokens, entities }) =>
      entities.map(({ start, end }) => tokens.slice(start, end).join(glue)),
    ),
  );
}

/**
 * What a dictionary has of names that training sentences do not label. One that was made without looking at dev and test
 * has fewer of these than of the names of training, which are the common ones.
 */
export function knownOfNew(
  names: ReadonlySet<string>,
  training: ReadonlySet<string>,
  phrases: ReadonlySet<string>,
): KnownNames {
  const fresh = [...names].filter((name) => !training.has(name));
  return { names: fresh.length, known: fresh.filter((name) => phrases.has(name)).length };
}
