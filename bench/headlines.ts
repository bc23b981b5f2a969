// `npm run bench:headlines`: the table of the README, from what bench/archive has. Nothing is trained.
import { readArchive } from "../src/bench/archive.ts";
import { openSuite } from "../src/bench/index.ts";
import { markdownTable } from "../src/bench/markdown-table.ts";
import { writePageSection } from "../src/bench/page-section.ts";
import { headlineHead, headlineRow } from "./headlines/headline.ts";
import { headlines } from "./headlines/headlines.ts";

const rows: string[][] = [];
for (const headline of headlines) {
  const { suite } = await openSuite(headline.suite);
  const archive = await readArchive(`bench/archive/${headline.suite}.jsonl`);
  const results = [...archive.values()].map(({ result }) => result);
  const row = headlineRow(headline, results, suite.published);
  if (row === undefined) console.error(`${headline.cells} has not been run yet`);
  else rows.push(row);
}
await writePageSection("README.md", "headlines", markdownTable(headlineHead, rows));
