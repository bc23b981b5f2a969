import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile } from "../../files/index.ts";
import { benchLatex } from "./latex.ts";
import { benchMarkdown } from "./markdown.ts";
import { writePageSection } from "./page-section.ts";
import type { BenchSummary } from "./summary.ts";
import { recordsCsv, tableRecords } from "./table-records.ts";
/** The reports that a bench writes beside its runs. */
export const REPORTS = {
  page: "report.html",
  tables: "tables.md",
  latex: "tables.tex",
  csv: "tables.csv",
  json: "tables.json",
} as const;

interface FurtherReports {
  /** A document that the tables are also written into, in a section of their own. */
  readonly markdown?: string;
  /** A file that the LaTeX tables are also written to. */
  readonly latex?: string;
}

/** Writes the page and the tables of a bench, and the tables to further files if given. */
export async function writeBenchReports(
  summary: BenchSummary,
  out: string,
  { markdown: document, latex: paper }: FurtherReports = {},
): Promise<void> {
  const write = (path: string, text: string) => replaceFile(path, (temporary) => writeFile(temporary, text));
  const tables = benchMarkdown(summary);
  const heading = `# ${summary.suite.title}\n\n${summary.suite.shows}\n\n`;
  await write(join(out, REPORTS.tables), `${heading}${tables}\n`);
  const records = tableRecords(summary);
  await write(join(out, REPORTS.csv), recordsCsv(records));
  await write(join(out, REPORTS.json), `${JSON.stringify(records, undefined, 2)}\n`);
  const latex = benchLatex(summary);
  await write(join(out, REPORTS.latex), latex);
  // Charts take most of a second to load.
  const { benchReport } = await import("./bench-report.ts");
  await write(join(out, REPORTS.page), benchReport(summary));
  // An empty table must not take the place of a full one.
  if (summary.results.size === 0) return;
  if (document !== undefined) await writePageSection(document, summary.name, tables);
  if (paper !== undefined) {
    await mkdir(dirname(paper), { recursive: true });
    await write(paper, latex);
  }
}
