/**
 * Finds where each word stands in a running text: one after the other, with nothing but white space
 * between them. `undefined` if the words are not the text's.
 */
export function alignWords(
  text: string,
  words: readonly string[],
): [start: number, end: number][] | undefined {
  const offsets: [number, number][] = [];
  let at = 0;
  for (const word of words) {
    const start = text.indexOf(word, at);
    if (start < 0 || text.slice(at, start).trim() !== "") return undefined;
    at = start + word.length;
    offsets.push([start, at]);
  }
  return text.slice(at).trim() === "" ? offsets : undefined;
}
