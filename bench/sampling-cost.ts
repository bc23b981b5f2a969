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
import { GradientStep, ParameterStore } from "../src/graph/index.ts";
import { methods } from "../src/methods/index.ts";
import { CENTRES, labelSet } from "../src/models/index.ts";
import { Random } from "../src/random.ts";
import { assembleConfig } from "../src/training/assemble-config.ts";
import { methodOptions } from "../src/training/config.ts";
import { resolveConfig } from "../src/training/config-resolve.ts";
import { epochBatches } from "../src/training/epoch-batches.ts";
import { makeEncoder } from "../src/training/make-encoder.ts";
import { makeOptimiser } from "../src/training/make-optimiser.ts";
import { setValues } from "../src/training/set-value.ts";
import { dataFolder } from "./data/reproduce-distant.ts";

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

/** What `--encoder` takes. Pretrained models lie beside the data sets. */
const encoderArgument = (name: EncoderName) =>
  name === "cnn" ? name : join(dataFolder, "..", "encoders", name);

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
  const trainers = {
    uniform: await trainer("uniform", encoder),
    weighted: await trainer("weighted", encoder),
  };
  const seconds = { uniform: [] as number[], weighted: [] as number[] };
  for (let round = 0; round <= Number(flags.rounds); round++) {
    for (const name of ["uniform", "weighted"] as const) {
      const taken = await trainers[name].epochSeconds(round);
      // The first round is to get warm.
      if (round > 0) seconds[name].push(taken);
    }
  }
  await trainers.uniform.dispose();
  await trainers.weighted.dispose();
  return seconds;
}

/** One method ready to train, with everything as `lacuna train` has it. */
async function trainer(name: string, encoderName: EncoderName) {
  const argument = encoderArgument(encoderName);
  const flagsOf = {
    method: name,
    train: [train],
    encoder: argument === "cnn" ? { kind: "cnn" } : { kind: "pretrained", dir: argument },
  };
  const set = name === "weighted" ? setValues(flags.set) : {};
  const wanted = resolveConfig(await assembleConfig({ flags: flagsOf, set }));
  const { encoder, config } = await makeEncoder(wanted, { train: sentences, dev: [] });
  const { seed } = config;
  const session = { threads: config.threads };
  const method = choose("method", methods, name);
  const labels = labelSet(sentences.flatMap(({ entities }) => entities.map(({ label }) => label)));
  const parameters = new ParameterStore({ seed });
  const prepared = sentences.map(({ tokens }) => encoder.prepare(tokens));
  const task = { encoder, labels, sentences, prepared, parameters, seed, session };
  const learner = method.learn(task, methodOptions(config, method));
  const loss = learner.build({ parameters, training: true });
  parameters.freeze([...(encoder.frozen ?? []), CENTRES]);
  const outputs = learner.watched ?? {};
  const gradientStep = await GradientStep.compile({ ...session, loss, parameters, outputs });
  const optimiser = makeOptimiser(gradientStep.trained, config);
  const { sentences: most, cost, pool } = config.batch;
  const epochs = epochBatches(prepared, { sentences: most, pool, ...(cost !== null && { cost }) }, seed);
  const batches = epochs.batches(0).slice(0, steps[encoderName]);
  const costOf = (which: Iterable<number>) => [...which].reduce((sum, i) => sum + prepared[i]!.cost, 0);
  const share = costOf(batches.flat()) / costOf(prepared.keys());
  return {
    async epochSeconds(round: number): Promise<number> {
      const begun = performance.now();
      for (const [i, batch] of batches.entries()) {
        const random = epochs.random(1 + round * batches.length + i);
        const feeds = await learner.feed(batch, { stage: 0, epoch: 0, epochs: config.epochs, random });
        if (feeds === undefined) continue;
        const step = await gradientStep.run(feeds);
        learner.observe?.(step.outputs);
        optimiser.step(step.gradients, 0.1);
      }
      return (performance.now() - begun) / 1000 / share;
    },
    async dispose(): Promise<void> {
      await learner.dispose();
      await gradientStep.dispose();
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
