// `npm run bench:results`: writes the tables of docs/results.md from bench/archive; nothing is trained.
// `npm run bench:results -- SUITE`: first runs what is missing of a suite, and keeps it in the archive. Further arguments are those
// of `lacuna bench`, such as --only, --budget, --jobs or --seeds.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { openSuite } from "../src/bench/index.ts";
import { benchMarkdown } from "../src/bench/report/markdown.ts";
import { writePageSection } from "../src/bench/report/page-section.ts";
import { readArchiveSummary } from "../src/bench/report/summary.ts";

const ARCHIVE = join("bench", "archive");
const PAGE = join("docs", "results.md");

const [suite, ...options] = process.argv.slice(2);
if (suite === undefined) {
  for (const file of readdirSync(ARCHIVE)) {
    const { name } = parse(file);
    const summary = await readArchiveSummary(await openSuite(name), join(ARCHIVE, file));
    await writePageSection(PAGE, name, benchMarkdown(summary));
    console.log(`${name}: ${summary.results.size} of ${summary.runs.length} runs`);
  }
} else {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
  const kept = ["--archive", join(ARCHIVE, `${parse(suite).name}.jsonl`), "--markdown", PAGE];
  process.exitCode =
    run("scripts/build.mjs") || run(join("dist", "cli", "main.js"), "bench", suite, ...kept, ...options);
}
