// `npm run bench:missampling`: which unlabelled spans the samplers draw when labels are hidden, on CoNLL-03, written to
// docs/results.md with pictures beside it, and as a page to --out. Run it again to go on after a stop.
//   --epochs 10   --p 0.5   --only REGEX   --out .bench-results   --docs FILE
//   --sentences N and --set KEY=VALUE for a trial, as for bench:results
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { replaceFile } from "../src/replace-file.ts";
import { writeJson } from "../src/training/write-json.ts";
import { missamplingCharts, picture } from "./missampling/charts.ts";
import { missamplingPage } from "./missampling/page.ts";
import { missamplingSection } from "./missampling/section.ts";
import { summarise } from "./missampling/summary.ts";
import { samplerVariants } from "./missampling/variants.ts";
import { writeDocsSection } from "./results/docs-section.ts";
import { runCells } from "./results/run-cells.ts";

const { values: flags } = parseArgs({
  options: {
    epochs: { type: "string", default: "10" },
    p: { type: "string", default: "0.5" },
    only: { type: "string", default: "" },
    out: { type: "string", default: ".bench-results" },
    docs: { type: "string" },
    sentences: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
  },
});

const isTrial = flags.sentences !== undefined || flags.set.length > 0;
const docs = flags.docs ?? (isTrial ? join(flags.out, "results.md") : join("docs", "results.md"));
const only = new RegExp(flags.only);
const variants = samplerVariants({
  p: Number(flags.p),
  epochs: Number(flags.epochs),
  sentences: flags.sentences === undefined ? null : Number(flags.sentences),
  set: flags.set,
});
process.exitCode = await runCells({
  cells: variants.map(({ cell }) => cell),
  isWanted: ({ name }) => only.test(name),
  out: flags.out,
  report: async (results) => {
    const samplers = summarise(variants, results);
    await writeJson(join(flags.out, "missampling.json"), samplers);
    if (samplers.length === 0) return;
    const source = missamplingPage(samplers, Number(flags.p));
    await replaceFile(join(flags.out, "missampling.html"), (temporary) => writeFile(temporary, source));
    const charts = missamplingCharts(samplers);
    for (const chart of charts) {
      const path = join(dirname(docs), chart.file);
      await replaceFile(path, (temporary) => writeFile(temporary, `${picture(chart)}\n`));
    }
    await writeDocsSection(docs, "missampling", missamplingSection(variants, samplers, charts));
  },
});
