import type { Offset } from "../data/index.ts";

// A possessive "'s"; or a word, a hyphen, an apostrophe or the point, comma or colon of a number inside; or one mark.
const word =
  /['’][sS](?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:(?:-|(?<=\p{N})[.,:](?=\p{N})|['’](?![sS](?![\p{L}\p{N}])))[\p{L}\p{M}\p{N}]+)*|\S/gu;

/** Where the words of a demo text stand: punctuation and "'s" are words of their own. */
export function splitWords(text: string): Offset[] {
  return [...text.matchAll(word)].map((match) => [match.index, match.index + match[0].length]);
}

/** The words themselves, in small letters, for comparing names whatever their case. */
export function foldedWords(text: string): string[] {
  return splitWords(text).map(([start, end]) => text.slice(start, end).toLowerCase());
}

/** Whether `words` has `run` somewhere as neighbours. */
export function containsRun(words: readonly string[], run: readonly string[]): boolean {
  for (let at = 0; at + run.length <= words.length; at++) {
    if (run.every((part, i) => words[at + i] === part)) return true;
  }
  return false;
}
