import { createHash } from "node:crypto";
import { type Content, Html, html } from "./html.ts";

interface HtmlDocumentOptions {
  readonly title: string;
  /** The language of the page. */
  readonly language?: string;
  readonly style: string;
  /** A module that runs once the page is loaded. Default: none. */
  readonly script?: string;
  readonly body: Content;
}

/** The shell of every page: one self-contained string that can be saved and opened as a file. */
export function htmlDocument({ title, language = "en", style, script, body }: HtmlDocumentOptions): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Lacuna">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}${script === undefined ? undefined : html`<script type="module">${new Html(script)}</script>\n`}</body>
</html>
`.source;
}

/** The content security policy: only this style and this script, by their hashes. Anything else that got into a page could neither run nor load. */
function policy(style: string, script: string | undefined): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    ...(script === undefined ? [] : [`script-src ${hash(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
