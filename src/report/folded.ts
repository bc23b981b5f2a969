import { type Content, type Html, html } from "./html.ts";

/** What only some readers want: shown when its summary is clicked, without a script. */
export function folded(summary: Content, content: Content): Html {
  return html`<details>
<summary>${summary}</summary>
${content}
</details>`;
}
