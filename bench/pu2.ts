// `npm run bench:pu2`: how the exploratory stage of pu2 finds hidden entities, with and without angles, as a page with the
// paper's Figures 2, 3 and 6; and what exploring adds to the time of a run (Table 8).
//   --p 0.5          probability that a label is hidden    --epochs 3      of exploring (n); the paper's Figure 2 has 30
//   --data resume    folder of the data set              --seeds 1       so many, from 1 on: curves are their means
//   --threads 2      of the processor                    --out .bench-results   where pu2.html and pu2.json are written
//   --main-epochs 2  of the main stage that are timed; 0 does not time
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { replaceFile, writeJson } from "../src/files/replace-file.ts";
import { percentOf } from "../src/format.ts";
import { assembleConfig, resolveConfig } from "../src/training/index.ts";
import { dataFolder } from "./data/data-folder.ts";
import { readSentences } from "./data/read-sentences.ts";
import { type Exploration, explore } from "./pu2/explore.ts";
import { allowed, extraTime, tellExtraTime } from "./pu2/extra-time.ts";
import { meanOverSeeds } from "./pu2/mean-over-seeds.ts";
import { pu2Page } from "./pu2/page.ts";

const { values: flags } = parseArgs({
  options: {
    p: { type: "string", default: "0.5" },
    epochs: { type: "string", default: "3" },
    data: { type: "string", default: "resume" },
    seeds: { type: "string", default: "1" },
    threads: { type: "string", default: "2" },
    out: { type: "string", default: ".bench-results" },
    "main-epochs": { type: "string", default: "2" },
  },
});
const [p, epochs, seeds, threads] = [flags.p, flags.epochs, flags.seeds, flags.threads].map(Number) as [
  number,
  number,
  number,
  number,
];
const mainEpochs = Number(flags["main-epochs"]);
const wrong = [
  ...(p > 0 && p < 1 ? [] : [`--p "${flags.p}" is not between 0 and 1`]),
  ...[epochs, seeds, threads].flatMap((value, i) =>
    Number.isInteger(value) && value > 0 ? [] : [`--${["epochs", "seeds", "threads"][i]} takes 1, 2, 3 …`],
  ),
  ...(Number.isInteger(mainEpochs) && mainEpochs >= 0 ? [] : ["--main-epochs takes 0, 1, 2 …"]),
];
const file = join(dataFolder, flags.data, "train.jsonl");
if (!existsSync(file)) wrong.push(`there is no "${file}": set LACUNA_DATA to the folder of the data sets`);
if (wrong.length > 0) {
  for (const line of wrong) console.error(`error: ${line}`);
  process.exit(2);
}

const sentences = await readSentences(file);

const kinds = [
  { title: "with angles", angles: true },
  { title: "without angles", angles: false },
] as const;
const begun = performance.now();
const runs: Exploration[] = [];
for (let seed = 1; seed <= seeds; seed++) {
  for (const { title, angles } of kinds) {
    // The default method is timed, once.
    const timed = angles && seed === 1 ? mainEpochs : 0;
    const run = await explore({ sentences, p, seed, angles, epochs, threads, mainEpochs: timed });
    runs.push(run);
    for (const { epoch, hidden, outside, toldApart, removals } of run.perEpoch) {
      const shown = [removals[0]!, removals.find(({ share }) => share === 0.1)!]
        .map(({ share, precision, recall }) => `λ ${share}: P ${percentOf(precision)} R ${percentOf(recall)}`)
        .join("  ");
      console.log(
        `${title}, seed ${seed}, epoch ${epoch}  O-value hidden ${hidden.toFixed(2)} outside ${outside.toFixed(2)}  told apart ${percentOf(toldApart)}  ${shown}`,
      );
    }
  }
}

const { seconds } = runs[0]!;
const { epochs: defaultEpochs } = resolveConfig(
  await assembleConfig({ flags: { method: "pu2", train: ["masked"], encoder: { kind: "bilstm" } } }),
);
const time = seconds && extraTime(seconds, epochs, defaultEpochs);
const variants = kinds.map(({ title, angles }) =>
  meanOverSeeds(
    title,
    runs.filter((run) => run.angles === angles),
  ),
);
await mkdir(flags.out, { recursive: true });
const path = join(flags.out, "pu2.html");
const source = pu2Page({ set: flags.data, p, variants, time });
await replaceFile(path, (temporary) => writeFile(temporary, source));
await writeJson(join(flags.out, "pu2.json"), { data: flags.data, p, threads, runs, time });
if (time !== undefined) {
  console.log(tellExtraTime(time));
  if (epochs === 3) {
    const isMet = Math.max(time.added.clock, time.added.processor) <= allowed;
    console.log(
      `wanted: at most ${percentOf(allowed)}, by the clock and of the processor: ${isMet ? "met" : "MISSED"}`,
    );
  }
}
console.log(`${path} written after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
