import { type Content, embedJson, html, htmlDocument, pageStyle } from "../../report/index.ts";
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
  const body = html`<main>
${content}
</main>
${embedJson("data", data)}
`;
  return htmlDocument({ title, style: pageStyle + style, script, body });
}
