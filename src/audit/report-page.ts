import { createHash } from "node:crypto";
import { type Content, embedJson, Html, html } from "../report/index.ts";
import { pageStyle } from "../report/page-style.ts";

export interface ReportPageOptions {
  readonly title: string;
  readonly content: Content;
  /** Put into the page in a block with the id `data`. */
  readonly data: unknown;
  /** On top of what all pages share. */
  readonly style: string;
  /** A module that is run when the page has been read. */
  readonly script: string;
}

/** A page like all others of the project, but with a script of its own. It needs nothing else and can be opened from a disk. */
export function reportPage({ title, content, data, style, script }: ReportPageOptions): string {
  const sheet = pageStyle + style;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(sheet, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Lacuna">
<title>${title}</title>
<style>${new Html(sheet)}</style>
</head>
<body>
<main>
${content}
</main>
${embedJson("data", data)}
<script type="module">${new Html(script)}</script>
</body>
</html>
`.source;
}

/** Style and script are named by their hashes: whatever else got into the page, it could neither run nor call home. */
function policy(style: string, script: string): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
