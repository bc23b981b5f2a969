import type { Sentence, Span } from "../../data/index.ts";

/** Longer names are not looked for. */
const LONGEST = 16;

/** Names that are labelled somewhere, and phrases that were given, as one key each. */
export function knownPhrases(sentences: readonly Sentence[], given: readonly string[]): Set<string> {
  const phrases = new Set(given.map((phrase) => keyOf(phrase.trim().split(/\s+/))));
  for (const { tokens, entities } of sentences) {
    for (const { start, end } of entities)
      if (end - start <= LONGEST) phrases.add(keyOf(tokens.slice(start, end)));
  }
  return phrases;
}

/**
 * Where phrases stand in a sentence, the longest first and none over another; only where nothing is labelled and nobody said
 * that a word lies in no entity.
 */
export function phrasesIn(
  { tokens, entities, outside = [] }: Pick<Sentence, "tokens" | "entities" | "outside">,
  phrases: ReadonlySet<string>,
): Span[] {
  const isTaken = new Uint8Array(tokens.length);
  for (const { start, end } of entities) isTaken.fill(1, start, end);
  for (const word of outside) isTaken[word] = 1;
  const found: Span[] = [];
  for (let width = Math.min(LONGEST, tokens.length); width >= 1; width--) {
    for (let start = 0; start + width <= tokens.length; start++) {
      const end = start + width;
      if (isTaken.subarray(start, end).includes(1)) continue;
      if (!phrases.has(keyOf(tokens.slice(start, end)))) continue;
      isTaken.fill(1, start, end);
      found.push({ start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Words as one string; no word holds a line break. */
function keyOf(words: readonly string[]): string {
  return words.join("\n");
}
