import { type Content, type Html, html } from "./html.ts";

/** A name, its value, and optionally a remark in small print. */
export interface Fact {
  readonly name: Content;
  readonly value: Content;
  readonly remark?: Content;
}

/** Key figures: a definition list, shown as a row of boxes. */
export function facts(list: readonly Fact[]): Html {
  return html`<dl class="facts">
${list.map(
  ({ name, value, remark }) =>
    html`<div><dt>${name}</dt><dd>${value}${remark === undefined ? undefined : html`<span class="remark">${remark}</span>`}</dd></div>\n`,
)}</dl>`;
}
