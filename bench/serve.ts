// `npm run bench:serve`: `lacuna serve` under many clients, against the same server that computes one request at a time.
//   --models cnn,minilm-l6   --clients 50   --seconds 60   for each setting
//   --rounds 1               turns of each setting; the median is shown
//   --folder DIR             keeps the trained models there, for a next time
//   --threads 2              of ONNX Runtime for one request at a time; the batching server is measured as it comes
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demoCorpus } from "../src/demo/index.ts";
import { type LoadResult, load } from "./serve/load.ts";
import { startServer } from "./serve/start-server.ts";
import { type ServedModel, servedModels, trainModel } from "./serve/train-model.ts";

const { values: flags } = parseArgs({
  options: {
    models: { type: "string", default: servedModels.join(",") },
    clients: { type: "string", default: "50" },
    seconds: { type: "string", default: "60" },
    rounds: { type: "string", default: "1" },
    threads: { type: "string", default: "2" },
    folder: { type: "string" },
  },
});

/** How many times the throughput of one request at a time there must be. */
const aims = new Map<string, number>([
  ["cnn", 3],
  ["minilm-l6", 1.3],
]);

const settings = [
  { name: "one at a time, one client", how: "one-at-a-time", clients: 1 },
  { name: "one at a time", how: "one-at-a-time", clients: Number(flags.clients) },
  { name: "batched", how: "batched", clients: Number(flags.clients) },
] as const;

const seconds = Number(flags.seconds);
const folder = flags.folder ?? (await mkdtemp(join(tmpdir(), "lacuna-serve-")));
const texts = demoCorpus({ train: 0, dev: 0, test: 300 }).test.map(({ tokens }) => tokens.join(" "));
const words = texts.join(" ").split(" ").length / texts.length;
console.log(`${cpus()[0]?.model}, ${cpus().length} cores; clients and server share them`);
console.log(`one text of ${words.toFixed(1)} words a request, ${seconds} s for each setting\n`);
let isBelow = false;
try {
  for (const name of flags.models.split(",") as ServedModel[]) {
    const trained = await trainModel(name, folder);
    if (typeof trained === "string") {
      console.log(`${name}: not measured, ${trained}\n`);
      continue;
    }
    const results = await measure(trained.dir);
    report(name, results);
  }
} finally {
  if (flags.folder === undefined) await rm(folder, { recursive: true });
}
if (isBelow) process.exitCode = 1;

/** Every setting by turns, so that what else the machine does hits all alike. */
async function measure(dir: string): Promise<Map<string, LoadResult[]>> {
  const results = new Map<string, LoadResult[]>(settings.map(({ name }) => [name, []]));
  for (let round = 0; round < Number(flags.rounds); round++) {
    for (const { name, how, clients } of settings) {
      const server = await startServer(dir, how, Number(flags.threads));
      await load(server.address, { clients, seconds: Math.min(2, seconds / 4), texts });
      results.get(name)!.push(await load(server.address, { clients, seconds, texts }));
      await server.stop();
    }
  }
  return results;
}

function report(name: string, results: ReadonlyMap<string, readonly LoadResult[]>): void {
  console.log(
    `${name}\n  setting                    requests/s    p50 ms    p95 ms    p99 ms   slowest    CPU ms  errors`,
  );
  const speeds = new Map<string, number>();
  for (const [setting, rounds] of results) {
    const median = [...rounds].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)]!;
    speeds.set(setting, median.perSecond);
    const errors = rounds.flatMap(({ errors }) => [...errors]).map(([what, count]) => `${count} × ${what}`);
    if (errors.length > 0) isBelow = true;
    const times = [median.p50, median.p95, median.p99, median.slowest, median.cpu];
    console.log(
      `  ${setting.padEnd(26)} ${median.perSecond.toFixed(1).padStart(10)}  ${times
        .map((time) => time.toFixed(time < 10 ? 2 : 1).padStart(8))
        .join("  ")}  ${errors.join(", ") || "none"}`,
    );
  }
  const [single, inTurn, batched] = settings.map((setting) => speeds.get(setting.name)!) as [
    number,
    number,
    number,
  ];
  const aim = aims.get(name) ?? 1;
  const ratio = batched / Math.max(single, inTurn);
  if (ratio < aim) isBelow = true;
  console.log(
    `  batched is ${(batched / single).toFixed(2)} × one client and ${(batched / inTurn).toFixed(2)} × as many clients one at a time; the aim is ${aim} ×: ${ratio < aim ? "missed" : "reached"}\n`,
  );
}
