import { type Content, type Html, html } from "../html.ts";

interface FigureOptions {
  readonly heading?: string;
  readonly chart: Html;
  /** What the chart shows, in a sentence. */
  readonly caption: Content;
}

/** A chart with its caption. */
export function figure({ heading, chart, caption }: FigureOptions): Html {
  return html`<figure>
${heading === undefined ? undefined : html`<h3>${heading}</h3>\n`}${chart}
<figcaption>${caption}</figcaption>
</figure>`;
}

/** Figures side by side where there is room. */
export function figures(list: readonly Html[]): Html {
  return html`<div class="figures">
${list.map((one) => html`${one}\n`)}</div>`;
}
