import { Html, html } from "./html.ts";

/**
 * Puts data into a page for programs to read: `JSON.parse(document.getElementById(id).textContent)`.
 *
 * Such a block is never run. Signs that could end it early or break a script that copies it (`</script>`, `<!--`,
 * U+2028, U+2029) are written as JSON escapes, so the value read back is the value given.
 */
export function embedJson(id: string, value: unknown): Html {
  const json = JSON.stringify(value ?? null).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return html`<script type="application/json" id="${id}">${new Html(json)}</script>`;
}
