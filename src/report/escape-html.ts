const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Makes text safe to stand in a page, between tags or in a quoted attribute. What no page may hold (control characters, half a surrogate pair) becomes U+FFFD. */
export function escapeHtml(text: string): string {
  return text.replace(unprintable, "\uFFFD").replace(/[&<>"']/g, (character) => entities.get(character)!);
}
