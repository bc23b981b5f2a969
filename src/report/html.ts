import { escapeHtml } from "./escape-html.ts";

/** A piece of a page that is markup already. Only `html` and the blocks of this folder make one, so that no text gets in unescaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

/** What may stand in a `html` template: text and numbers are escaped, markup is kept, lists are joined, undefined is nothing. */
export type Content = Html | string | number | undefined | readonly Content[];

/** Writes markup: html`<p>${text}</p>` escapes whatever is put in, unless it is markup itself. */
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
