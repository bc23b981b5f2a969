/** Marks the ends of a word: private-use characters, so that no text has them. */
const [BEGIN, END] = ["\uE000", "\uE001"];

/**
 * The character n-grams of a word with both its ends marked, e.g. for `size` 3 of "Rome": `^Ro`, `Rom`, `ome`,
 * `me$`. Of a word with more than `most` the ones nearest its ends are kept, half at each. A word shorter
 * than that is one n-gram by itself.
 */
export function characterNgrams(word: string, size: number, most: number): string[] {
  const characters = [BEGIN, ...word, END];
  const count = Math.max(1, characters.length - size + 1);
  const ngram = (at: number) => characters.slice(at, at + size).join("");
  if (count <= most) return Array.from({ length: count }, (_, at) => ngram(at));
  const before = Math.ceil(most / 2);
  return Array.from({ length: most }, (_, at) => ngram(at < before ? at : count - most + at));
}
