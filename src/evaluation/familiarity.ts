import { type Entity, entityKey, type Sentence, type Span } from "../data/index.ts";
import { uniqueEntities } from "./scored-entities.ts";

/**
 * Where a name was seen before: a dictionary lists it, other sentences label it (with the same label), it occurs
 * in their text, or nowhere. The first that applies counts.
 */
export const familiarities = ["listed", "labelled", "in text", "new"] as const;

export type Familiarity = (typeof familiarities)[number];

/** Recall of the names of one familiarity, in percent, with its counts. */
export interface FamiliarityRecall {
  readonly familiarity: Familiarity;
  readonly gold: number;
  readonly correct: number;
  readonly recall: number;
}

/** Collects the names of gold sentences one by one, then looks for them in other sentences. */
export interface FamiliarityCounter {
  add(gold: Sentence, predicted: readonly Entity[]): void;
  /** A sentence in which names may occur. Only after all gold sentences. */
  know(sentence: Sentence): void;
  result(isListed?: (words: readonly string[], label: string) => boolean): FamiliarityRecall[];
}

interface Name {
  readonly words: readonly string[];
  readonly label: string;
  gold: number;
  correct: number;
  isLabelled: boolean;
}

/** Recall of exact spans by familiarity, which separates memorisation from generalisation. */
export function createFamiliarity(): FamiliarityCounter {
  /** By words and label. */
  const names = new Map<string, Name>();
  /** By words. */
  const isInText = new Map<string, boolean>();
  /** The lengths of the names that begin with a word, so that few positions of a text are compared. */
  const lengths = new Map<string, Set<number>>();

  function nameOf(words: readonly string[], label: string): Name {
    const key = keyOf(words, label);
    let name = names.get(key);
    if (name === undefined) {
      name = { words, label, gold: 0, correct: 0, isLabelled: false };
      names.set(key, name);
      isInText.set(surfaceOf(words), false);
      const known = lengths.get(words[0]!) ?? new Set();
      lengths.set(words[0]!, known.add(words.length));
    }
    return name;
  }

  return {
    add(gold, predicted) {
      const found = new Set(predicted.map(entityKey));
      for (const entity of uniqueEntities(gold.entities)) {
        const name = nameOf(wordsOf(gold, entity), entity.label);
        name.gold++;
        if (found.has(entityKey(entity))) name.correct++;
      }
    },

    know(sentence) {
      const { tokens, entities } = sentence;
      for (const entity of entities) {
        const name = names.get(keyOf(wordsOf(sentence, entity), entity.label));
        if (name !== undefined) name.isLabelled = true;
      }
      tokens.forEach((token, start) => {
        for (const length of lengths.get(token) ?? []) {
          if (start + length > tokens.length) continue;
          const surface = surfaceOf(tokens.slice(start, start + length));
          if (isInText.has(surface)) isInText.set(surface, true);
        }
      });
    },

    result(isListed = () => false) {
      const sums = new Map(familiarities.map((familiarity) => [familiarity, { gold: 0, correct: 0 }]));
      for (const { words, label, gold, correct, isLabelled } of names.values()) {
        const heard = isInText.get(surfaceOf(words)) ? "in text" : "new";
        const sum = sums.get(isListed(words, label) ? "listed" : isLabelled ? "labelled" : heard)!;
        sum.gold += gold;
        sum.correct += correct;
      }
      return [...sums].map(([familiarity, { gold, correct }]) => ({
        familiarity,
        gold,
        correct,
        recall: gold === 0 ? 0 : (100 * correct) / gold,
      }));
    },
  };
}

function wordsOf({ tokens }: Sentence, { start, end }: Span): readonly string[] {
  return tokens.slice(start, end);
}

function surfaceOf(words: readonly string[]): string {
  return words.join("\u0000");
}

function keyOf(words: readonly string[], label: string): string {
  return `${label}\n${surfaceOf(words)}`;
}
