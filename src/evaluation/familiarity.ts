import { type Entity, entityKey, type Sentence, type Span } from "../data/index.ts";
import { entryAt } from "../entries.ts";
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
      const first = entryAt(words, 0);
      const known = lengths.get(first) ?? new Set();
      lengths.set(first, known.add(words.length));
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
      const familiarityOf = ({ words, label, isLabelled }: Name): Familiarity => {
        if (isListed(words, label)) return "listed";
        if (isLabelled) return "labelled";
        return isInText.get(surfaceOf(words)) ? "in text" : "new";
      };
      const all = Array.from(names.values(), (name) => ({ ...name, familiarity: familiarityOf(name) }));
      return familiarities.map((familiarity) => {
        const own = all.filter((name) => name.familiarity === familiarity);
        const gold = own.reduce((sum, name) => sum + name.gold, 0);
        const correct = own.reduce((sum, name) => sum + name.correct, 0);
        return { familiarity, gold, correct, recall: gold === 0 ? 0 : (100 * correct) / gold };
      });
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
