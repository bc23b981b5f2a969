import { z } from "zod";
import { wordShape } from "./word-shape.ts";

/** One property of a word's spelling, with an embedding of its own. */
export const spellingColumn = z.strictObject({
  feature: z
    .enum(["form", "lower", "prefix", "suffix", "shape", "left", "right"])
    .describe("left and right are the word together with its neighbour: character bigrams in Chinese"),
  length: z.int().positive().optional().describe("Characters of a prefix or suffix"),
  rows: z.int().min(2).describe("Rows of the table that spellings are hashed into"),
});

export type SpellingColumn = z.infer<typeof spellingColumn>;

/** A word and its neighbours; an empty string at the ends of the sentence. */
export interface WordInPlace {
  readonly word: string;
  readonly before: string;
  readonly after: string;
}

/** Placeholder for the missing neighbour of the first and last word: no text has it. */
const NOTHING = "\uE002";
const BETWEEN = "\uE003";

/** Columns that identify the word rather than describe its form: word dropout hides these. */
export function tellsIdentity({ feature }: SpellingColumn): boolean {
  return feature === "form" || feature === "lower" || feature === "left" || feature === "right";
}

/** The string that is hashed for a column. */
export function spellingOf(
  { word, before, after }: WordInPlace,
  { feature, length }: SpellingColumn,
): string {
  switch (feature) {
    case "form":
      return word;
    case "lower":
      return word.toLowerCase();
    case "prefix":
      return [...word].slice(0, length ?? 3).join("");
    case "suffix":
      return [...word].slice(-(length ?? 3)).join("");
    case "shape":
      return wordShape(word);
    case "left":
      return `${before || NOTHING}${BETWEEN}${word}`;
    case "right":
      return `${word}${BETWEEN}${after || NOTHING}`;
  }
}

/** The columns for text with blanks between words: spaCy's, and a two-character suffix. */
export const wordColumns: readonly SpellingColumn[] = [
  { feature: "form", rows: 10_000 },
  { feature: "lower", rows: 10_000 },
  { feature: "prefix", length: 3, rows: 4_000 },
  { feature: "suffix", length: 3, rows: 4_000 },
  { feature: "suffix", length: 2, rows: 1_000 },
  { feature: "shape", rows: 1_000 },
];

/** The columns for text with one token per character. */
export const characterColumns: readonly SpellingColumn[] = [
  { feature: "form", rows: 8_000 },
  { feature: "left", rows: 30_000 },
  { feature: "right", rows: 30_000 },
  { feature: "shape", rows: 1_000 },
];
