/** What the rows of a table of widths stand for. */
export function widthKeys(maxWidth: number): string[] {
  return Array.from({ length: maxWidth }, (_, i) => `${i + 1} words`);
}
