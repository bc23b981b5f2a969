import type { Sentence } from "../../src/data/index.ts";
import { choose } from "../../src/errors.ts";
import { GradientStep, ParameterStore } from "../../src/graph/index.ts";
import { methods } from "../../src/methods/index.ts";
import { CENTRES, labelSet, Predictor } from "../../src/models/index.ts";
import { assembleConfig } from "../../src/training/config/assemble-config.ts";
import { methodOptions } from "../../src/training/config/config.ts";
import { resolveConfig } from "../../src/training/config/resolve.ts";
import { epochBatches } from "../../src/training/loop/epoch-batches.ts";
import { makeOptimiser } from "../../src/training/loop/training-optimiser.ts";
import { makeEncoder } from "../../src/training/setup/make-encoder.ts";
import { benchEncoder } from "./bench-encoder.ts";

interface MethodTrainerOptions {
  readonly method: string;
  /** Its name in benches. */
  readonly encoder: string;
  readonly sentences: readonly Sentence[];
  /** How many batches of an epoch are trained on, the same ones for every method. */
  readonly steps: number;
  readonly set?: Readonly<Record<string, unknown>>;
}

/** One method ready to train, with everything as `lacuna train` has it. */
export interface MethodTrainer {
  /** Words of the batches. */
  readonly words: number;
  /** The share of an epoch that the batches are, by cost. */
  readonly share: number;
  /** Trains on the batches once; seconds. */
  train(round: number): Promise<number>;
  /** Tags the sentences of the batches with the weights as they are, batch by batch; seconds. */
  tag(): Promise<number>;
  dispose(): Promise<void>;
}

export async function methodTrainer(options: MethodTrainerOptions): Promise<MethodTrainer> {
  const { sentences } = options;
  const flags = { method: options.method, train: ["train.jsonl"], encoder: benchEncoder(options.encoder) };
  const wanted = resolveConfig(await assembleConfig({ flags, set: options.set ?? {} }));
  const { encoder, config } = await makeEncoder(wanted, { train: sentences, dev: [] });
  const { seed } = config;
  const session = { threads: config.threads };
  const method = choose("method", methods, options.method);
  const labels = labelSet(sentences.flatMap(({ entities }) => entities.map(({ label }) => label)));
  const parameters = new ParameterStore({ seed });
  const prepared = sentences.map(({ tokens }) => encoder.prepare(tokens));
  const task = { encoder, labels, sentences, prepared, parameters, seed, session };
  const facts = { sentences, encoder: config.encoder.kind };
  const learner = method.configure(methodOptions(config, method), facts).learn(task);
  const loss = learner.graph.build({ parameters, training: true });
  parameters.freeze([...(encoder.frozen ?? []), ...(learner.frozen ?? []), CENTRES]);
  const outputs = learner.graph.watch?.nodes() ?? {};
  const gradientStep = await GradientStep.compile({ ...session, loss, parameters, outputs });
  const optimiser = makeOptimiser(gradientStep.trained, config);
  const { sentences: most, tokens, pool } = config.batch;
  const epochs = epochBatches(
    prepared,
    {
      ...(most !== null && { sentences: most }),
      ...(tokens !== null && { cost: tokens }),
      ...(pool !== null && { pool }),
    },
    seed,
  );
  const batches = epochs.batches(0).slice(0, options.steps);
  const sumOf = (which: Iterable<number>, key: "cost" | "words") =>
    [...which].reduce((sum, i) => sum + prepared[i]![key], 0);
  const predictor = await Predictor.compile({ encoder, model: learner.model, parameters, session });
  return {
    words: sumOf(batches.flat(), "words"),
    share: sumOf(batches.flat(), "cost") / sumOf(prepared.keys(), "cost"),

    async train(round) {
      const begun = performance.now();
      for (const [i, batch] of batches.entries()) {
        const random = epochs.random(1 + round * batches.length + i);
        const place = { stage: 0, epoch: 0, epochs: config.epochs, random };
        const feeds = await learner.graph.feed(batch, place);
        if (feeds === undefined) continue;
        const step = await gradientStep.run(feeds);
        learner.graph.watch?.observe(step.outputs);
        optimiser.step(step.gradients, 0.1);
      }
      return (performance.now() - begun) / 1000;
    },

    async tag() {
      await learner.fit?.refresh("sample", { stage: 0, epoch: 0, epochs: config.epochs });
      const begun = performance.now();
      for (const batch of batches) await predictor.tag(batch.map((i) => prepared[i]!));
      return (performance.now() - begun) / 1000;
    },

    async dispose() {
      await predictor.dispose();
      await learner.dispose();
      await gradientStep.dispose();
    },
  };
}
