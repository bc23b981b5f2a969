import { expect, test } from "vitest";
import { viterbi } from "../chains/index.ts";
import {
  GradientStep,
  gather,
  initialise,
  input,
  linear,
  lstm,
  type Node,
  ParameterStore,
  parameter,
  reduceMean,
  sgd,
  type Tensors,
  transpose,
} from "../graph/index.ts";
import { Random } from "../random.ts";
import { crfLoss } from "./crf-loss.ts";

const [words, vocabulary, width, hidden, tags] = [5, 7, 6, 5, 3];

/**
 * Sentences over seven words. Tag 1 begins a name (word 6), tag 2 goes on with it: every word after
 * word 6 is inside the name until word 0 ends it. So a tag depends on words further back.
 */
function sentence(random: Random, length: number): { words: number[]; tags: number[] } {
  const drawn = Array.from({ length }, () => random.below(vocabulary));
  let inside = false;
  const labels = drawn.map((word) => {
    if (word === 6) inside = true;
    else if (word === 0) inside = false;
    return word === 6 ? 1 : inside ? 2 : 0;
  });
  return { words: drawn, tags: labels };
}

/** Trains an LSTM with a CRF on top by plain gradient descent; returns the losses and all weights. */
async function train(steps: number) {
  const random = new Random(4);
  const store = new ParameterStore({ seed: 4 });
  const shapes: Record<string, number[]> = {
    embedding: [vocabulary, width],
    input: [2, 4 * hidden, width],
    hidden: [2, 4 * hidden, hidden],
    bias: [2, 4 * hidden],
    out: [tags, 2 * hidden],
    offset: [tags],
    transitions: [tags, tags],
    start: [tags],
    end: [tags],
  };
  const p = (name: string): Node => {
    store.declare(name, shapes[name]!, initialise.normal(0.3));
    return parameter(name, shapes[name]!);
  };
  const ids = input("ids", ["words", "batch"], "int64");
  const byWord = input("byWord", ["words", "batch"]);
  const mask = input("mask", ["batch", "words"]);
  const gold = input("gold", ["batch", "words"], "int64");
  const states = lstm(
    gather(p("embedding"), ids),
    { input: p("input"), hidden: p("hidden"), bias: p("bias") },
    byWord,
  );
  const emissions = transpose(linear(states, p("out"), p("offset")), [1, 0, 2]);
  const chain = { emissions, transitions: p("transitions"), start: p("start"), end: p("end"), mask };
  const loss = reduceMean(crfLoss(chain, gold));
  const step = await GradientStep.compile({ loss, parameters: store, outputs: { emissions }, threads: 1 });
  expect(step.trained.map(({ name }) => name).sort()).toEqual(Object.keys(shapes).sort());
  const optimiser = sgd(step.trained, { learningRate: 0.3 });
  const losses: number[] = [];
  for (let done = 0; done < steps; done++) {
    const sentences = Array.from({ length: 8 }, (_, i) => sentence(random, 1 + ((done + i) % words)));
    const { loss, gradients } = await step.run(batch(sentences));
    // Only rows of the embedding that were read are moved.
    expect(gradients.get("embedding")!.kind).toBe("rows");
    losses.push(loss);
    optimiser.step(gradients);
  }
  const fresh = Array.from({ length: 20 }, () => sentence(random, words));
  const { emissions: found } = (await step.run(batch(fresh))).outputs;
  await step.dispose();
  const valuesOf = (name: string) => store.get(name).values;
  const paths = fresh.map(
    (_, i) =>
      viterbi({
        emissions: (found!.data as Float32Array).subarray(i * words * tags, (i + 1) * words * tags),
        transitions: valuesOf("transitions"),
        start: valuesOf("start"),
        end: valuesOf("end"),
        words,
        tags,
      }).path,
  );
  const weights = [...store].map(({ name, values }) => [name, [...values]]);
  return { losses, weights, wanted: fresh.map((s) => s.tags), paths };
}

/** Sentences side by side, padded to the longest. */
function batch(sentences: readonly { words: number[]; tags: number[] }[]): Tensors {
  const length = Math.max(...sentences.map((s) => s.words.length));
  const shape = [sentences.length, length];
  const padded = (rows: readonly number[][]) =>
    rows.flatMap((row) => Array.from({ length }, (_, i) => row[i] ?? 0));
  const turned = (flat: readonly number[]) =>
    Array.from({ length }, (_, word) => sentences.map((_, row) => flat[row * length + word]!)).flat();
  const present = padded(sentences.map((s) => s.words.map(() => 1)));
  const whole = (values: readonly number[]) => BigInt64Array.from(values, BigInt);
  return {
    ids: { data: whole(turned(padded(sentences.map((s) => s.words)))), shape: shape.toReversed() },
    byWord: { data: Float32Array.from(turned(present)), shape: shape.toReversed() },
    mask: { data: Float32Array.from(present), shape },
    gold: { data: whole(padded(sentences.map((s) => s.tags))), shape },
  };
}

test("an LSTM with a CRF learns tags that depend on words further back, the same way each time", async () => {
  const { losses, weights, wanted, paths } = await train(250);
  const average = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
  expect(average(losses.slice(0, 10))).toBeGreaterThan(1.5);
  expect(average(losses.slice(-10))).toBeLessThan(0.15);
  const right = wanted.flat().filter((tag, i) => tag === paths.flat()[i]).length;
  expect(right).toBeGreaterThanOrEqual(97); // of 100
  const again = await train(250);
  expect(again.losses).toEqual(losses);
  expect(again.weights).toEqual(weights);
});
