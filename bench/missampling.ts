// `npm run bench:missampling`: which unlabelled spans the samplers draw when labels are hidden, on CoNLL-03, written to
// docs/results.md with pictures beside it, and as a page to --out. Run it again to resume. About 15 minutes of one core.
//   --epochs 10   --p 0.2,0.5,0.7,0.9   --seeds 2   --sentences 3 (every third; 1 for all)   --shapes all   --only REGEX
//   --out .bench-results/missampling   --docs FILE
//   --set KEY=VALUE for a trial, as for lacuna train; trials write their page into --out (default of --docs then)
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { benchPlaces, readRunResults, runBench } from "../src/bench/index.ts";
import { writePageSection } from "../src/bench/report/page-section.ts";
import { runWorkerProcess } from "../src/bench/run/worker-process.ts";
import { readCorpus, type Sentence, writeCorpus } from "../src/data/index.ts";
import { replaceFile, writeJson } from "../src/files/replace-file.ts";
import { missamplingCharts, picture } from "./missampling/charts.ts";
import { uniformDraws } from "./missampling/draws.ts";
import { missamplingPage } from "./missampling/page.ts";
import { missamplingSection } from "./missampling/section.ts";
import { summarise } from "./missampling/summary.ts";
import { samplerVariants } from "./missampling/variants.ts";

const { values: flags } = parseArgs({
  options: {
    epochs: { type: "string", default: "10" },
    p: { type: "string", default: "0.2,0.5,0.7,0.9" },
    seeds: { type: "string", default: "2" },
    sentences: { type: "string", default: "3" },
    shapes: { type: "string", default: "" },
    only: { type: "string", default: "" },
    out: { type: "string", default: join(".bench-results", "missampling") },
    docs: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
  },
});

const isTrial = flags.set.length > 0;
const docs = flags.docs ?? (isTrial ? join(flags.out, "results.md") : join("docs", "results.md"));
const only = new RegExp(flags.only);
const ps = flags.p.split(",").map(Number);
const every = Number(flags.sentences);
const places = benchPlaces();
const train = await everyNth(join(places.data, "conll03", "train.jsonl"), 1);
const variants = samplerVariants({
  ps,
  seeds: Number(flags.seeds),
  epochs: Number(flags.epochs),
  all: flags.shapes === "all",
  data: {
    name: "conll03",
    train: [`${await partOf("train")}:complete`],
    dev: await partOf("dev"),
    test: "conll03/test.jsonl",
  },
  set: Object.fromEntries(flags.set.map(assignment)),
});
const runs = variants.map(({ run }) => run);
const draws = ps.map((p) => uniformDraws(train, p, 10));

execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
const events = runBench({
  runs,
  isWanted: ({ name }) => only.test(name),
  places,
  out: flags.out,
  jobs: 1,
  threads: 1,
  // The program as users have it: what is compiled for benches lacks its manifest.
  work: (job) => runWorkerProcess(job, { script: join("dist", "bench", "run", "run-worker.js") }),
});
for await (const event of events) {
  if (event.kind === "failed") {
    console.error(`${event.run.name}: ${event.error}`);
    process.exitCode = 1;
  } else if (event.kind === "finished") {
    console.log(`${event.run.name}: dev F1 ${event.result.dev.f1.toFixed(2)}`);
  } else if (event.kind === "started") console.log(`${event.run.name} …`);
  if (event.kind === "planned" || event.kind === "finished") await report();
}

async function report(): Promise<void> {
  const results = await readRunResults(flags.out, runs);
  const samplers = summarise(variants, results);
  await writeJson(join(flags.out, "missampling.json"), { draws, samplers });
  const charts = missamplingCharts(samplers, draws);
  if (samplers.length > 0) {
    const source = missamplingPage(samplers, draws);
    await replaceFile(join(flags.out, "missampling.html"), (temporary) => writeFile(temporary, source));
    for (const chart of charts) {
      const path = join(dirname(docs), chart.file);
      await replaceFile(path, (temporary) => writeFile(temporary, `${picture(chart)}\n`));
    }
  }
  const part = every === 1 ? "all training sentences" : `every ${every}th training and dev sentence`;
  const head = `${results.size} of ${runs.length} runs: \`cnn\`, ${flags.epochs} epochs, ${flags.seeds} seeds, ${part}.`;
  await writePageSection(docs, "missampling", missamplingSection({ head, samplers, draws, charts }));
}

/** A file of CoNLL-03 with every n-th sentence of a part, below the folder of results. */
async function partOf(name: "train" | "dev"): Promise<string> {
  if (every === 1) return `conll03/${name}.jsonl`;
  const path = resolve(flags.out, "data", `${name}-every-${every}.jsonl`);
  await mkdir(dirname(path), { recursive: true });
  await writeCorpus(path, await everyNth(join(places.data, "conll03", `${name}.jsonl`), every));
  return path;
}

async function everyNth(path: string, n: number): Promise<Sentence[]> {
  const sentences: Sentence[] = [];
  let at = 0;
  for await (const sentence of readCorpus(`${path}:complete`)) if (at++ % n === 0) sentences.push(sentence);
  return sentences;
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
