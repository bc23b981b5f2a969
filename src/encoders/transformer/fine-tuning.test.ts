import { join } from "node:path";
import { expect, test } from "vitest";
import { indexTensor } from "../../graph/dtype.ts";
import {
  adamW,
  GradientStep,
  initialise,
  input,
  linear,
  ParameterStore,
  parameter,
  reduceMean,
  softmaxCrossEntropy,
  type Tensors,
} from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { pretrainedTransformer } from "./make-transformer.ts";

const sentences = [
  ["Anna", "plays", "in", "Berlin", "."],
  ["Berlin", "met", "Maria"],
  ["the", "mayor", "of", "Lisbon", "met", "Anna"],
];
/** 1 for people, 2 for places. "Berlin" of the second sentence is a person: only its neighbours tell. */
const tags = [1, 0, 0, 2, 0, 1, 0, 1, 0, 0, 0, 2, 0, 1];

/** Trains a tag head and the encoder on three sentences; gives the losses and what became of each parameter. */
async function fineTune(frozenLayers: number | undefined, steps: number) {
  const encoder = await pretrainedTransformer(join("test", "fixtures", "distilbert-tiny"), {
    ...(frozenLayers === undefined ? {} : { frozenLayers }),
  });
  const store = new ParameterStore({ seed: 1 });
  const { words } = encoder.build({ parameters: store, training: true });
  store.declare("head", [3, encoder.dim], initialise.zeros);
  const loss = reduceMean(
    softmaxCrossEntropy(
      linear(words, parameter("head", [3, encoder.dim])),
      input("tags", ["words"], "int64"),
    ),
  );
  store.freeze(encoder.frozen);
  const gradientStep = await GradientStep.compile({ loss, parameters: store, threads: 1 });
  const optimiser = adamW(gradientStep.trained, { learningRate: 3e-3 });
  const before = store.snapshot();
  const batch = sentences.map((sentence) => encoder.prepare(sentence));
  const random = new Random(1);
  const losses: number[] = [];
  for (let step = 0; step < steps; step++) {
    const feeds: Tensors = { ...encoder.feed(batch, random), tags: indexTensor(tags) };
    const { loss: value, gradients } = await gradientStep.run(feeds);
    losses.push(value);
    optimiser.step(gradients);
  }
  await gradientStep.dispose();
  const changed = [...store]
    .filter(({ name, values }) => values.some((value, i) => value !== before.get(name)![i]))
    .map(({ name }) => name);
  return { losses, changed, all: store.names() };
}

test("end to end: every parameter moves, and the tags are learnt", async () => {
  const { losses, changed, all } = await fineTune(undefined, 60);
  expect(losses[0]).toBeCloseTo(Math.log(3), 5); // the head starts at zero
  expect(losses.at(-1)).toBeLessThan(0.1);
  expect(changed).toEqual(all);
});

test("with the lower layer frozen: only what is above moves, and the tags are learnt too", async () => {
  const { losses, changed } = await fineTune(1, 60);
  expect(losses.at(-1)).toBeLessThan(0.1);
  expect(changed.length).toBe(17);
  expect(changed.every((name) => name.startsWith("encoder.layer.1.") || name === "head")).toBe(true);
});
