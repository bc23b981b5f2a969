import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../files/index.ts";
import { benchMarkdown } from "./markdown.ts";
import { writePageSection } from "./page-section.ts";
import type { BenchSummary } from "./summary.ts";
/** The reports that a bench writes beside its runs. */
export const REPORTS = { page: "report.html", tables: "tables.md" } as const;

/** Writes the page and the tables of a bench, and the tables into a section of `document` if given. */
export async function writeBenchReports(
  summary: BenchSummary,
  out: string,
  document?: string,
): Promise<void> {
  const tables = benchMarkdown(summary);
  const heading = `# ${summary.suite.title}\n\n${summary.suite.shows}\n\n`;
  await replaceFile(join(out, REPORTS.tables), (temporary) => writeFile(temporary, `${heading}${tables}\n`));
  // Charts take most of a second to load.
  const { benchReport } = await import("./bench-report.ts");
  await replaceFile(join(out, REPORTS.page), (temporary) => writeFile(temporary, benchReport(summary)));
  // An empty table must not take the place of a full one.
  if (document !== undefined && summary.results.size > 0) {
    await writePageSection(document, summary.name, tables);
  }
}
