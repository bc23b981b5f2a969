import { expect, test } from "vitest";
import { smallSpelling } from "../../test/support/models/small-features.ts";
import { ParameterStore, Session, type Tensor } from "../graph/index.ts";
import { Random } from "../random.ts";
import type { Encoder } from "./encoder.ts";
import { bilstmEncoder } from "./from-scratch/bilstm-encoder.ts";
import { cnnEncoder } from "./from-scratch/cnn-encoder.ts";
import { scopedEncoder } from "./scoped-encoder.ts";
import { randomTransformer } from "./transformer/make-transformer.ts";

const encoders: readonly [string, () => Encoder][] = [
  ["cnn", () => cnnEncoder({ width: 6, depth: 2, features: [smallSpelling()] })],
  ["bilstm", () => bilstmEncoder({ hidden: 4, features: [smallSpelling()] })],
  ["transformer", () => randomTransformer({ hidden: 8, layers: 2, heads: 2, window: 8, overlap: 2 })],
];

test.each(encoders)("%s: two of a kind read two batches in one graph", async (_, make) => {
  const encoder = make();
  const other = scopedEncoder(encoder, "types");
  const store = new ParameterStore({ seed: 3 });
  const context = { parameters: store, training: true };
  const [first, second] = [encoder.build(context), other.build(context)];
  const names = store.names();
  const own = names.filter((name) => name.startsWith("types."));
  expect(own).toEqual(names.filter((name) => !name.startsWith("types.")).map((name) => `types.${name}`));
  expect(own.some((name) => String(store.get(name).values) !== String(store.get(name.slice(6)).values))).toBe(
    true,
  );
  // With the same weights, the same text and the same dropout it must give the same vectors.
  for (const name of own) store.get(name).values.set(store.get(name.slice(6)).values);
  const bound: Record<string, Tensor> = {};
  for (const { name, values, shape } of store) bound[name] = { data: values, shape };
  const outputs = { words: first.words, sentences: first.sentences, w: second.words, s: second.sentences };
  const session = await Session.compile({ outputs, bound, threads: 1 });
  const text = ["John Smith lives in New York", "the EU", "a b c d e f g h i j k l"];
  const batch = text.map((sentence) => encoder.prepare(sentence.split(" ")));
  const run = (a: typeof batch, b: typeof batch) =>
    session.run({ ...encoder.feed(a, new Random(1)), ...other.feed(b, new Random(1)) });
  const same = await run(batch, batch);
  expect(same.w!.data).toEqual(same.words!.data);
  expect(same.s!.data).toEqual(same.sentences!.data);
  // Batches of different sizes do not disturb each other.
  const mixed = await run(batch.slice(0, 1), batch);
  expect(mixed.w!.data).toEqual(same.w!.data);
  expect(mixed.words!.shape).toEqual([6, encoder.dim]);
  await session.dispose();
});

test("weights that the encoder must not train are not trained in the copy either", () => {
  const encoder = { ...cnnEncoder({ features: [smallSpelling()] }), frozen: ["encoder.vectors.table"] };
  expect(scopedEncoder(encoder, "types").frozen).toEqual(["types.encoder.vectors.table"]);
});
