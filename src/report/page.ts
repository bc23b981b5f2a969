import { type Content, embedJson, type Html, html } from "./html.ts";
import { htmlDocument } from "./html-document.ts";
import { pageStyle } from "./page-style.ts";

interface PageOptions {
  readonly title: string;
  /** A line below the title. */
  readonly subtitle?: Content;
  readonly sections: readonly Section[];
  /** The language of the page. */
  readonly language?: string;
  /** Data for programs that read the page, in a block with the id `data`. */
  readonly data?: unknown;
}

export interface Section {
  /** Absent for the section right below the page's title. */
  readonly heading?: string;
  readonly content: Content;
}

/** A whole page as one self-contained string: no script, no font, no image, no connection. */
export function page({ title, subtitle, sections, language = "en", data }: PageOptions): string {
  const body = html`<main>
<header>
<h1>${title}</h1>
${subtitle === undefined ? undefined : html`<p class="subtitle">${subtitle}</p>\n`}</header>
${sections.map(section)}</main>
${data === undefined ? undefined : html`${embedJson("data", data)}\n`}`;
  return htmlDocument({ title, language, style: pageStyle, body });
}

function section({ heading, content }: Section): Html {
  return html`<section>
${heading === undefined ? undefined : html`<h2>${heading}</h2>\n`}${content}
</section>
`;
}

/** Details that are shown when their summary is clicked, without a script. */
export function folded(summary: Content, content: Content): Html {
  return html`<details>
<summary>${summary}</summary>
${content}
</details>`;
}
