import { createHash } from "node:crypto";
import { embedJson } from "./embed-json.ts";
import { type Content, Html, html } from "./html.ts";
import { pageStyle } from "./page-style.ts";

export interface PageOptions {
  readonly title: string;
  /** A line below the title. */
  readonly subtitle?: Content;
  readonly sections: readonly Section[];
  /** The language of the words in it. */
  readonly language?: string;
  /** Data for programs that read the page, in a block with the id `data`. */
  readonly data?: unknown;
}

export interface Section {
  /** Absent for what stands under the page's own title. */
  readonly heading?: string;
  readonly content: Content;
}

/** One whole page as a string that needs nothing else: no script, no font, no image, no connection. */
export function page({ title, subtitle, sections, language = "en", data }: PageOptions): string {
  const whole = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Lacuna">
<title>${title}</title>
<style>${new Html(pageStyle)}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
${subtitle === undefined ? undefined : html`<p class="subtitle">${subtitle}</p>\n`}</header>
${sections.map(section)}</main>
${data === undefined ? undefined : html`${embedJson("data", data)}\n`}</body>
</html>
`;
  return whole.source;
}

function section({ heading, content }: Section): Html {
  return html`<section>
${heading === undefined ? undefined : html`<h2>${heading}</h2>\n`}${content}
</section>
`;
}

// The style sheet is named by its hash: whatever else got into a page, it could neither run nor restyle it nor call home.
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(pageStyle).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
