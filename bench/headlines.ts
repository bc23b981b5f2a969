// `npm run bench:headlines`: the table of the README, from what bench/archive has. Nothing is trained.

import { openSuite, type RunResult } from "../src/bench/index.ts";
import { markdownTable } from "../src/bench/report/markdown-table.ts";
import { writePageSection } from "../src/bench/report/page-section.ts";
import { readArchive } from "../src/bench/run/archive.ts";
import type { Published } from "../src/bench/suite/suite.ts";
import { headlineHead, headlineRow } from "./headlines/headline.ts";
import { headlines } from "./headlines/headlines.ts";

const suites = new Map<string, { results: RunResult[]; published: readonly Published[] }>();
for (const name of new Set(headlines.map(({ suite }) => suite))) {
  const archive = await readArchive(`bench/archive/${name}.jsonl`);
  const { published } = (await openSuite(name)).suite;
  suites.set(name, { results: [...archive.values()].map(({ result }) => result), published });
}
const rows = headlines.flatMap((headline) => {
  const { results, published } = suites.get(headline.suite)!;
  const row = headlineRow(headline, results, published);
  if (row === undefined) console.error(`${headline.runs} has not been run yet`);
  return row === undefined ? [] : [row];
});
await writePageSection("README.md", "headlines", markdownTable(headlineHead, rows));
