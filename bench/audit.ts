// `npm run bench:audit`: hides labels of CoNLL-03, audits the rest, compares with what was hidden, applies the suggestions, and trains
// naively on the result. Written to docs/results.md. Run it again to resume.
//   --p 0.3   --mask-seed 1   --encoders cnn,minilm-l6   --pretrained-epochs 2   --out .bench-results/audit   --docs FILE
//   --seeds 3 --epochs 6 of the naive trainings          --jobs 2 of them at once, each with one thread
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AuditSummary, auditFiles } from "../src/audit/index.ts";
import { writePageSection } from "../src/bench/report/page-section.ts";
import { resolveConfig, type TrainConfig } from "../src/training/index.ts";
import { lacuna } from "./audit/lacuna.ts";
import { trainNaively } from "./audit/naive-runs.ts";
import { type AuditRun, auditChecks, auditSection } from "./audit/section.ts";
import { dataFolder } from "./data/data-folder.ts";
import { benchEncoder } from "./methods/bench-encoder.ts";

const { values: flags } = parseArgs({
  options: {
    p: { type: "string", default: "0.3" },
    "mask-seed": { type: "string", default: "1" },
    encoders: { type: "string", default: "cnn,minilm-l6" },
    "pretrained-epochs": { type: "string", default: "2" },
    seeds: { type: "string", default: "3" },
    epochs: { type: "string", default: "6" },
    jobs: { type: "string", default: "2" },
    out: { type: "string", default: join(".bench-results", "audit") },
    docs: { type: "string", default: join("docs", "results.md") },
  },
});
const { out } = flags;
const [train, dev, test] = ["train", "dev", "test"].map((part) =>
  join(dataFolder, "conll03", `${part}.jsonl`),
) as [string, string, string];
if (!existsSync(train)) {
  console.error(`not measured: no "${train}" (set LACUNA_DATA)`);
  process.exit(1);
}

execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
await mkdir(out, { recursive: true });
const masked = join(out, "masked.jsonl");
if (!existsSync(masked)) {
  const how = ["--p", flags.p, "--seed", flags["mask-seed"]];
  await lacuna(["mask", "--in", `${train}:complete`, "--out", masked, ...how]);
}

const audits: AuditRun[] = [];
for (const encoder of flags.encoders.split(",")) {
  const folder = join(out, encoder);
  const { kind, dir } = benchEncoder(encoder);
  const how = [
    ...["--data", masked, "--encoder", dir ?? kind],
    ...(dir === undefined ? [] : ["--epochs", flags["pretrained-epochs"]]),
  ];
  await lacuna(["audit", ...(existsSync(folder) ? ["--resume"] : how), "--out", folder]);
  const summary = JSON.parse(await readFile(join(folder, auditFiles.summary), "utf8")) as AuditSummary;
  const { epochs } = resolveConfig(summary.config as TrainConfig);
  audits.push({ encoder, epochs, summary });
}

const mended = join(out, "mended.jsonl");
if (!existsSync(mended)) {
  await lacuna(["apply", "--data", masked, "--suggestions", join(out, audits[0]!.encoder), "--out", mended]);
}
const naive = await trainNaively({
  states: [
    { name: "all", file: `${train}:complete` },
    { name: "masked", file: masked },
    { name: "mended", file: mended },
  ],
  ...{ dev, test, out, epochs: flags.epochs },
  ...{ seeds: Number(flags.seeds), jobs: Number(flags.jobs) },
});
const results = { p: flags.p, maskSeed: flags["mask-seed"], audits, naive, epochs: flags.epochs };
await writePageSection(flags.docs, "audit", auditSection(results));
for (const { claim, wanted, measured, isMet } of auditChecks(results)) {
  console.log(
    `${claim}: ${measured} (wanted ${wanted}): ${isMet === undefined ? "not known" : isMet ? "met" : "MISSED"}`,
  );
}
