import { expect, test } from "vitest";
import { everyFeature, smallSpelling } from "../../test/support/models/small-features.ts";
import { quietSession } from "../../test/support/models/tiny-task.ts";
import { ParameterStore, Session, type Tensor } from "../graph/index.ts";
import { Random } from "../random.ts";
import { createEncoder } from "./create-encoder.ts";
import type { Encoder } from "./encoder.ts";
import { ensembleEncoder } from "./ensemble-encoder.ts";
import { bilstmEncoder } from "./from-scratch/bilstm-encoder.ts";
import { cnnEncoder } from "./from-scratch/cnn-encoder.ts";
import { randomTransformer } from "./transformer/make-transformer.ts";

const encoders: readonly [string, () => Encoder][] = [
  ["cnn", () => cnnEncoder({ width: 6, depth: 2, dropout: 0.3, features: everyFeature() })],
  ["bilstm", () => bilstmEncoder({ hidden: 4, dropout: 0.3, features: [smallSpelling()] })],
  ["transformer", () => randomTransformer({ hidden: 8, layers: 2, heads: 2, window: 8, overlap: 2 })],
];

const text = ["John Smith lives in New York", "the EU", "a b c d e f g h i j k l"];

/** What an encoder makes of the text with the weights of a store. */
async function vectorsOf(encoder: Encoder, store: ParameterStore, random?: Random) {
  const context = { parameters: store, training: random !== undefined };
  const { words, sentences } = encoder.build(context);
  const bound: Record<string, Tensor> = {};
  for (const { name, values, shape } of store) bound[name] = { data: values, shape };
  const session = await Session.compile({ ...quietSession, outputs: { words, sentences }, bound });
  const feeds = encoder.feed(
    text.map((sentence) => encoder.prepare(sentence.split(" "))),
    random,
  );
  const wanted = session.inputs.map(({ name }) => [name, feeds[name]!] as const);
  const found = await session.run(Object.fromEntries(wanted));
  await session.dispose();
  return found;
}

/** Columns `from` … `to` − 1 of a matrix. */
const columns = ({ data, shape }: Tensor, from: number, to: number) =>
  Array.from({ length: shape[0]! }, (_, row) =>
    Array.from({ length: to - from }, (_, i) => Number(data[row * shape[1]! + from + i])),
  );

test.each(encoders)(
  "%s: each member reads the text with weights of its own, side by side",
  async (_, make) => {
    const [encoder, store] = [make(), new ParameterStore({ seed: 3 })];
    const ensemble = ensembleEncoder(encoder, 3);
    expect(ensemble.dim).toBe(3 * encoder.dim);
    const all = await vectorsOf(ensemble, store);
    for (const member of [1, 2, 3]) {
      const own = new ParameterStore({ seed: 9 });
      encoder.build({ parameters: own, training: false });
      for (const { name, values } of own) {
        const isShared = store.has(name);
        values.set(store.get(isShared ? name : name.replace("encoder.", `encoder.member${member}.`)).values);
      }
      const alone = await vectorsOf(encoder, own);
      const range = [(member - 1) * encoder.dim, member * encoder.dim] as const;
      expect(columns(all.words!, ...range)).toEqual(columns(alone.words!, 0, encoder.dim));
      expect(columns(all.sentences!, ...range)).toEqual(columns(alone.sentences!, 0, encoder.dim));
    }
    expect(columns(all.words!, 0, encoder.dim)).not.toEqual(
      columns(all.words!, encoder.dim, 2 * encoder.dim),
    );
  },
);

test.each(encoders)("%s: in training a member is an encoder like any other", async (_, make) => {
  const [encoder, store] = [make(), new ParameterStore({ seed: 3 })];
  const ensemble = ensembleEncoder(encoder, 2);
  for (const [i, member] of ensemble.members!.entries()) {
    const found = await vectorsOf(member, store, new Random(1));
    const own = new ParameterStore({ seed: 9 });
    encoder.build({ parameters: own, training: true });
    for (const { name, values } of own)
      values.set(
        store.get(store.has(name) ? name : name.replace("encoder.", `encoder.member${i + 1}.`)).values,
      );
    expect(found).toEqual(await vectorsOf(encoder, own, new Random(1)));
  }
  expect(() => ensemble.build({ parameters: store, training: true })).toThrow("member by member");
});

test("weights that are not trained are there once", () => {
  const encoder = cnnEncoder({ width: 6, depth: 1, features: everyFeature() });
  const store = new ParameterStore({ seed: 1 });
  const ensemble = ensembleEncoder(encoder, 2);
  ensemble.build({ parameters: store, training: false });
  const names = store.names();
  expect(encoder.frozen!.length).toBeGreaterThan(0);
  expect(ensemble.frozen).toEqual(encoder.frozen);
  for (const name of names) expect(/member[12]/.test(name)).toBe(!encoder.frozen!.includes(name));
  expect(names.filter((name) => encoder.frozen!.includes(name))).toHaveLength(encoder.frozen!.length);
});

test("a saved config and its files make the same ensemble again", async () => {
  const ensemble = ensembleEncoder(cnnEncoder({ width: 6, depth: 1, features: everyFeature() }), 2);
  const again = createEncoder(JSON.parse(JSON.stringify(ensemble.config)), await ensemble.files());
  expect(again.config).toEqual(ensemble.config);
  expect(again.dim).toBe(ensemble.dim);
  expect(again.members).toHaveLength(2);
  const store = new ParameterStore({ seed: 1 });
  expect(await vectorsOf(again, store)).toEqual(await vectorsOf(ensemble, store));
  expect(() => createEncoder({ ...ensemble.config, members: 0 })).toThrow(
    /saved encoder is not valid.*members/,
  );
});
