/** A piece of markup. Only `html` and the blocks of this folder make one, so that no text gets in unescaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

/** The values of an `html` template: text and numbers are escaped, markup is kept, lists are joined, undefined is nothing. */
export type Content = Html | string | number | undefined | readonly Content[];

/** Writes markup: html`<p>${text}</p>` escapes its values, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.map((string, i) => (i === 0 ? "" : render(values[i - 1])) + string).join(""));
}

function render(content: Content): string {
  if (content === undefined) return "";
  if (content instanceof Html) return content.source;
  if (typeof content === "string") return escapeHtml(content);
  if (typeof content === "number") return escapeHtml(String(content));
  return content.map(render).join("");
}

const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Escapes text for use between tags or in a quoted attribute. Control characters and lone surrogates become U+FFFD. */
export function escapeHtml(text: string): string {
  return text
    .replace(unprintable, "\uFFFD")
    .replace(/[&<>"']/g, (character) => entities.get(character) ?? "");
}

/**
 * Embeds data in a page for scripts to read: `JSON.parse(document.getElementById(id).textContent)`.
 *
 * The block is never executed. Characters that could end it early or break a script that copies it (`</script>`, `<!--`,
 * U+2028, U+2029) are written as JSON escapes, so the value read back is the value given.
 */
export function embedJson(id: string, value: unknown): Html {
  const json = JSON.stringify(value ?? null).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return html`<script type="application/json" id="${id}">${new Html(json)}</script>`;
}
