import { expect } from "vitest";
import type { Encoder } from "../../../src/encoders/encoder.ts";
import {
  add,
  evaluate,
  type Gradient,
  gradient,
  input,
  mul,
  type Node,
  type Numbers,
  ParameterStore,
  parameterLeaves,
  reduceSum,
  Session,
  sparseGradient,
  type Tensor,
} from "../../../src/graph/index.ts";
import { Random } from "../../../src/random.ts";

const STEP = 1e-5;
/** Coordinates of each parameter that are moved. */
const COORDINATES = 2;

/**
 * Checks the gradient of a random mixture of all outputs, in training with dropout, with respect to every weight that is
 * not frozen: the interpreter's against central differences (both in double precision) at a few coordinates, and the
 * compiled one, with sparse rows, against the interpreter's everywhere.
 */
export async function checkEncoderGradients(
  encoder: Encoder,
  sentences: readonly (readonly string[])[],
): Promise<void> {
  const random = new Random(7);
  const store = new ParameterStore({ seed: 3 });
  const { words, sentences: whole } = encoder.build({ parameters: store, training: true });
  store.freeze(encoder.frozen ?? []);
  const [mixWords, mixWhole] = [input("mix.words", words.shape), input("mix.whole", whole.shape)];
  const loss = add(reduceSum(mul(words, mixWords)), reduceSum(mul(whole, mixWhole)));
  const leaves = parameterLeaves([loss]);
  const trained = store.trainable();
  expect(trained.length).toBeGreaterThan(0);
  const targets = trained.map(({ name }) => leaves.get(name)!);

  const normal = (shape: readonly number[]): Tensor => ({
    data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => random.normal()),
    shape,
  });
  const rows = sentences.reduce((sum, { length }) => sum + length, 0);
  const feeds: Record<string, Tensor> = {
    ...encoder.feed(
      sentences.map((sentence) => encoder.prepare(sentence)),
      random,
    ),
    "mix.words": normal([rows, encoder.dim]),
    "mix.whole": normal([sentences.length, encoder.dim]),
  };
  const weights: Numbers = Object.fromEntries(
    [...store].map(({ name, values, shape }) => [name, { data: Float64Array.from(values), shape }]),
  );
  const dense = evaluate(gradient(loss, targets), { ...feeds, ...weights });

  for (const [i, { name, values, shape }] of trained.entries()) {
    const slopes = dense[i]!.data;
    // Where the gradient is not zero, so that rows of a table that nobody reads are not all that is looked at.
    const read = [...slopes.keys()].filter((at) => slopes[at] !== 0);
    for (let k = 0; k < COORDINATES; k++) {
      const at = k === 0 || read.length === 0 ? random.below(values.length) : random.pick(read);
      const lossAt = (moved: number) => {
        const data = Float64Array.from(values);
        data[at]! += moved;
        return evaluate([loss], { ...feeds, ...weights, [name]: { data, shape } })[0]!.data[0]!;
      };
      const slope = (lossAt(STEP) - lossAt(-STEP)) / (2 * STEP);
      expect(Math.abs(slope - slopes[at]!), `${name}[${at}]: ${slope} against ${slopes[at]}`).toBeLessThan(
        1e-6 * Math.max(1, Math.abs(slope)),
      );
    }
  }

  const sparse = sparseGradient(loss, targets);
  const slopes = Object.fromEntries(sparse.flatMap((part, i) => Object.entries(partsOf(part, i))));
  // With the loss, because the slopes alone need not depend on everything that is fed.
  const session = await Session.compile({ outputs: { loss, ...slopes }, threads: 1 });
  const singles = Object.fromEntries(
    [...store].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const results = await session.run({ ...feeds, ...singles });
  await session.dispose();
  for (const [i, { name, values, shape }] of trained.entries()) {
    const found =
      sparse[i]!.kind === "dense" ? results[`d${i}`]!.data : summed(results, i, values.length, shape);
    const expected = dense[i]!.data;
    const size = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-3);
    const worst = expected.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - Number(found[at]))),
      0,
    );
    expect(worst / size, `${name}: compiled gradient`).toBeLessThan(2e-5);
  }
}

function partsOf(part: Gradient, i: number): Record<string, Node> {
  return part.kind === "dense"
    ? { [`d${i}`]: part.value }
    : { [`i${i}`]: part.indices, [`r${i}`]: part.rows };
}

function summed(
  results: Readonly<Record<string, Tensor>>,
  i: number,
  length: number,
  shape: readonly number[],
): Float64Array {
  const table = new Float64Array(length);
  const width = length / shape[0]!;
  const rows = results[`r${i}`]!.data as Float32Array;
  (results[`i${i}`]!.data as BigInt64Array).forEach((row, place) => {
    for (let k = 0; k < width; k++) table[Number(row) * width + k]! += rows[place * width + k]!;
  });
  return table;
}
