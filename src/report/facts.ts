import { type Content, type Html, html } from "./html.ts";

/** A name, what it is, and perhaps a remark in small print. */
export interface Fact {
  readonly name: Content;
  readonly value: Content;
  readonly remark?: Content;
}

/** What to see at first glance: a definition list, shown as a row of boxes. */
export function facts(list: readonly Fact[]): Html {
  return html`<dl class="facts">
${list.map(
  ({ name, value, remark }) =>
    html`<div><dt>${name}</dt><dd>${value}${remark === undefined ? undefined : html`<span class="remark">${remark}</span>`}</dd></div>\n`,
)}</dl>`;
}
