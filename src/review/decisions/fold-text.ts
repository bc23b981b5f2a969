/** A text as it is searched: case and ways to write accents do not count. */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
