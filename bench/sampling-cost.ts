// `npm run bench:sampling-cost`: what weighted sampling costs over uniform sampling, on CoNLL-03 with half of the labels
// hidden. Both train on the same batches in turns, so that a busy machine slows both alike.
//   --encoders cnn,minilm-l6   --rounds 7   --steps-cnn 40   --steps-minilm 8   --sentences N (the first ones only)
//   --set KEY=VALUE            for weighted, such as sampler.scores=shared
import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { maskSentence, readCorpus, type Sentence } from "../src/data/index.ts";
import { choose } from "../src/errors.ts";
import { Random } from "../src/random.ts";
import { setValues } from "../src/training/config/set-value.ts";
import { dataFolder } from "./data/data-folder.ts";
import { median } from "./engine/median.ts";
import { methodTrainer } from "./methods/method-trainer.ts";

const { values: flags } = parseArgs({
  options: {
    encoders: { type: "string", default: "cnn,minilm-l6" },
    rounds: { type: "string", default: "7" },
    "steps-cnn": { type: "string", default: "40" },
    "steps-minilm": { type: "string", default: "8" },
    sentences: { type: "string", default: "Infinity" },
    set: { type: "string", multiple: true, default: [] },
  },
});

type EncoderName = "cnn" | "minilm-l6";

/** By how many percent an epoch may be longer. */
const bounds: Readonly<Record<EncoderName, number>> = { cnn: 40, "minilm-l6": 15 };
const steps: Readonly<Record<EncoderName, number>> = {
  cnn: Number(flags["steps-cnn"]),
  "minilm-l6": Number(flags["steps-minilm"]),
};

const train = join(dataFolder, "conll03", "train.jsonl");
if (!existsSync(train)) {
  console.error(`not measured: no "${train}" (set LACUNA_DATA)`);
  process.exit(1);
}
const sentences = await masked(train, Number(flags.sentences));
console.log(
  `CoNLL-03 train, ${sentences.length} sentences, p = 0.5; ${flags.rounds} rounds in turns; load ${loadavg()[0]!.toFixed(1)}\n`,
);
console.log("encoder     steps   uniform s/epoch   weighted s/epoch   longer by   (rounds)           bound");
for (const name of flags.encoders.split(",")) {
  const bound = choose("encoder", bounds, name);
  const { uniform, weighted } = await measure(name as EncoderName);
  const pairs = uniform.map((seconds, i) => 100 * (weighted[i]! / seconds - 1));
  const longer = 100 * (median(weighted) / median(uniform) - 1);
  const range = `(${Math.min(...pairs).toFixed(0)} … ${Math.max(...pairs).toFixed(0)} %)`;
  console.log(
    [
      name.padEnd(10),
      String(steps[name as EncoderName]).padStart(6),
      median(uniform).toFixed(2).padStart(17),
      median(weighted).toFixed(2).padStart(18),
      `${longer.toFixed(1)} %`.padStart(11),
      `  ${range.padEnd(17)}`,
      `≤ ${bound} %: ${longer <= bound ? "met" : "MISSED"}`,
    ].join(" "),
  );
}

async function masked(path: string, most: number): Promise<Sentence[]> {
  const random = new Random(1);
  const found: Sentence[] = [];
  for await (const sentence of readCorpus(`${path}:complete`)) {
    if (found.length >= most) break;
    found.push(maskSentence(sentence, 0.5, random));
  }
  return found;
}

/** Seconds that an epoch takes, once for each round, from a fixed number of its batches. */
async function measure(encoder: EncoderName): Promise<{ uniform: number[]; weighted: number[] }> {
  const options = { encoder, sentences, steps: steps[encoder] };
  const trainers = {
    uniform: await methodTrainer({ ...options, method: "uniform" }),
    weighted: await methodTrainer({ ...options, method: "weighted", set: setValues(flags.set) }),
  };
  const seconds = { uniform: [] as number[], weighted: [] as number[] };
  for (let round = 0; round <= Number(flags.rounds); round++) {
    for (const name of ["uniform", "weighted"] as const) {
      const taken = await trainers[name].train(round);
      // The first round is to get warm.
      if (round > 0) seconds[name].push(taken / trainers[name].share);
    }
  }
  await trainers.uniform.dispose();
  await trainers.weighted.dispose();
  return seconds;
}
