// `npm run bench:states`: what the cache of frozen states saves. EC, annotated part, `tagger`, bert-zh-l8 frozen, a bilstm above.
//   --epochs 6      with the cache        --threads 2
//   --plain 1       epochs without it     --encoder DIR   of another encoder
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseTrainConfig, runTraining } from "../src/training/index.ts";
import { dataFolder, encodersFolder } from "./data/data-folder.ts";

const { values: flags } = parseArgs({
  options: {
    epochs: { type: "string", default: "6" },
    plain: { type: "string", default: "1" },
    threads: { type: "string", default: "2" },
    encoder: { type: "string", default: join(encodersFolder, "bert-zh-l8") },
  },
});

const missing = [join(dataFolder, "ec"), flags.encoder].find((path) => !existsSync(path));
if (missing !== undefined) console.log(`not measured: there is no "${missing}"`);
else {
  const folder = await mkdtemp(join(tmpdir(), "lacuna-bench-"));
  // A cache of its own: the first epoch is one that computes the states.
  process.env.LACUNA_CACHE = join(folder, "cache");
  try {
    console.log(
      `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; ${flags.threads} threads; EC, annotated part`,
    );
    const cached = await epochsOf(folder, "cached", Number(flags.epochs), "float16");
    const plain = await epochsOf(folder, "plain", Number(flags.plain), "off");
    const again = median(cached.slice(1));
    const whole = median(plain);
    row("first epoch, states computed and cached", cached[0]!);
    row("later epochs, from the cache (median)", again);
    row("epochs without the cache (median)", whole);
    console.log(
      `from the cache, an epoch is ${(whole.clock / again.clock).toFixed(1)} times as fast (by processor time ${(whole.processor / again.processor).toFixed(1)})`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Seconds by the clock and of the processor, dev sentences scored. */
interface Seconds {
  readonly clock: number;
  readonly processor: number;
}

/** How long each epoch took; the first with all that comes before it. */
async function epochsOf(
  folder: string,
  name: string,
  epochs: number,
  statesCache: string,
): Promise<Seconds[]> {
  const config = parseTrainConfig(
    {
      method: "tagger",
      train: [`${join(dataFolder, "ec", "train.jsonl")}:complete`],
      dev: join(dataFolder, "ec", "dev.jsonl"),
      dictionary: { path: join(dataFolder, "dictionaries", "ec") },
      encoder: { kind: "pretrained", dir: flags.encoder, frozenLayers: "all", above: { kind: "bilstm" } },
      batch: { sentences: 16 },
      stopping: { patience: null },
      threads: Number(flags.threads),
      epochs,
      statesCache,
    },
    "the bench",
  );
  const seconds: Seconds[] = [];
  let [begun, used] = [performance.now(), process.cpuUsage()];
  for await (const event of runTraining(config, join(folder, name))) {
    if (event.kind !== "evaluated") continue;
    const { user, system } = process.cpuUsage(used);
    seconds.push({ clock: (performance.now() - begun) / 1000, processor: (user + system) / 1e6 });
    [begun, used] = [performance.now(), process.cpuUsage()];
  }
  return seconds;
}

function median(all: readonly Seconds[]): Seconds {
  return [...all].sort((a, b) => a.processor - b.processor)[all.length >> 1]!;
}

function row(title: string, { clock, processor }: Seconds): void {
  console.log(
    `${title.padEnd(42)}${clock.toFixed(2).padStart(8)} s  ${processor.toFixed(2).padStart(8)} s of the processor`,
  );
}
