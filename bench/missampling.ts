// `npm run bench:missampling`: which unlabelled spans the samplers draw when labels are hidden, on CoNLL-03, written to
// docs/results.md with pictures beside it, and as a page to --out. Run it again to resume.
//   --epochs 10   --p 0.5   --only REGEX   --out .bench-results/missampling   --docs FILE
//   --set KEY=VALUE for a trial, as for lacuna train; trials write their page into --out (default of --docs then)
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { benchPlaces, readRunResults, runBench } from "../src/bench/index.ts";
import { writePageSection } from "../src/bench/report/page-section.ts";
import { runWorkerProcess } from "../src/bench/run/worker-process.ts";
import { replaceFile, writeJson } from "../src/files/replace-file.ts";
import { missamplingCharts, picture } from "./missampling/charts.ts";
import { missamplingPage } from "./missampling/page.ts";
import { missamplingSection } from "./missampling/section.ts";
import { summarise } from "./missampling/summary.ts";
import { samplerVariants } from "./missampling/variants.ts";

const { values: flags } = parseArgs({
  options: {
    epochs: { type: "string", default: "10" },
    p: { type: "string", default: "0.5" },
    only: { type: "string", default: "" },
    out: { type: "string", default: join(".bench-results", "missampling") },
    docs: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
  },
});

const isTrial = flags.set.length > 0;
const docs = flags.docs ?? (isTrial ? join(flags.out, "results.md") : join("docs", "results.md"));
const only = new RegExp(flags.only);
const variants = samplerVariants({
  p: Number(flags.p),
  epochs: Number(flags.epochs),
  set: Object.fromEntries(flags.set.map(assignment)),
});
const runs = variants.map(({ run }) => run);

execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
const events = runBench({
  runs,
  isWanted: ({ name }) => only.test(name),
  places: benchPlaces(),
  out: flags.out,
  jobs: 1,
  threads: availableParallelism(),
  // The program as users have it: what is compiled for benches lacks its manifest.
  work: (job) => runWorkerProcess(job, { script: join("dist", "bench", "run", "run-worker.js") }),
});
for await (const event of events) {
  if (event.kind === "failed") {
    console.error(`${event.run.name}: ${event.error}`);
    process.exitCode = 1;
  } else if (event.kind === "finished") {
    console.log(`${event.run.name}: test F1 ${event.result.test.f1.toFixed(2)}`);
  } else if (event.kind === "started") console.log(`${event.run.name} …`);
  if (event.kind === "planned" || event.kind === "finished") await report();
}

async function report(): Promise<void> {
  const samplers = summarise(variants, await readRunResults(flags.out, runs));
  await writeJson(join(flags.out, "missampling.json"), samplers);
  if (samplers.length === 0) return;
  const source = missamplingPage(samplers, Number(flags.p));
  await replaceFile(join(flags.out, "missampling.html"), (temporary) => writeFile(temporary, source));
  const charts = missamplingCharts(samplers);
  for (const chart of charts) {
    const path = join(dirname(docs), chart.file);
    await replaceFile(path, (temporary) => writeFile(temporary, `${picture(chart)}\n`));
  }
  await writePageSection(docs, "missampling", missamplingSection(variants, samplers, charts));
}

/** `key=value` as a key and its JSON, or its text. */
function assignment(text: string): [key: string, value: unknown] {
  const sign = text.indexOf("=");
  if (sign < 1) throw new Error(`--set takes KEY=VALUE, not "${text}"`);
  const value = text.slice(sign + 1);
  try {
    return [text.slice(0, sign), JSON.parse(value)];
  } catch {
    return [text.slice(0, sign), value];
  }
}
