import type { Warning } from "../errors.ts";
import { type Html, html } from "./html.ts";

/** Warnings with their advice, for the top of a page. */
export function warningList(list: readonly Warning[]): Html {
  return html`<ul class="warnings">${list.map(
    ({ message, advice }) =>
      html`<li><strong>${message}</strong>${advice.map((line) => html`<br><span>${line.replaceAll(/\s+/g, " ")}</span>`)}</li>`,
  )}</ul>`;
}
