import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeOnce, largestDifference } from "../../test/support/models/encoder-runner.ts";
import { smallSpelling } from "../../test/support/models/small-features.ts";
import { plainLac, tinyLac } from "../../test/support/models/tiny-lac.ts";
import { ParameterStore, Session } from "../graph/index.ts";
import { Random } from "../random.ts";
import { createEncoder } from "./create-encoder.ts";
import type { Encoder } from "./encoder.ts";
import { ensembleEncoder } from "./ensemble-encoder.ts";
import type { WordFeatures } from "./features/word-features.ts";
import { bilstmEncoder } from "./from-scratch/bilstm-encoder.ts";
import { cnnEncoder } from "./from-scratch/cnn-encoder.ts";
import { stateFeatures } from "./state-features.ts";
import { cachedEncoder } from "./states/cached-encoder.ts";
import { pretrainedTransformer } from "./transformer/make-transformer.ts";

const bert = join("test", "fixtures", "electra-tiny");
const root = mkdtempSync(join(tmpdir(), "lacuna-feature-"));
const lac = join(root, "lac");
let matrices: Map<string, number[][]>;
beforeAll(async () => {
  matrices = await tinyLac(lac);
});
afterAll(() => rmSync(root, { recursive: true }));

const sentences = ["北京在中国。", "Hm", "上海人民", "京北在国中。"].map((text) => [...text]);

/** The columns of a feature. */
async function columns(feature: WordFeatures, words: readonly string[]): Promise<number[][]> {
  const parameters = new ParameterStore({ training: false });
  const node = feature.build({ parameters, training: true });
  const weights = [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]);
  const session = await Session.compile({
    outputs: { node },
    bound: Object.fromEntries(weights),
    threads: 1,
  });
  const { node: found } = await session.run(feature.feed([feature.prepare(words)], new Random(1)));
  await session.dispose();
  const values = found!.data as Float32Array;
  return words.map((_, i) => [...values.subarray(i * feature.dim, (i + 1) * feature.dim)]);
}

test("of a recurrent encoder, all layers side by side", async () => {
  const feature = await stateFeatures(lac);
  const [lower, upper] = plainLac(matrices, "北京在中国。") as [number[][], number[][]];
  expect(feature.dim).toBe(16);
  const found = await columns(feature, sentences[0]!);
  expect(
    largestDifference(
      found,
      lower.map((row, i) => [...row, ...upper[i]!]),
    ),
  ).toBeLessThan(1e-5);
});

test("of a transformer, half the states of its last layer, without dropout", async () => {
  const words = ["New", "York", "re-opened"];
  const encoder = await pretrainedTransformer(bert);
  const store = new ParameterStore({ training: false });
  const { words: whole } = await encodeOnce(encoder, [encoder.prepare(words)], { store });
  const found = await columns(await stateFeatures(bert), words);
  expect(
    largestDifference(
      found,
      whole[0]!.map((row) => row.map((value) => value / 2)),
    ),
  ).toBeLessThan(1e-5);
});

const makers: Readonly<Record<string, (features: WordFeatures[]) => Encoder | Promise<Encoder>>> = {
  cnn: (features) => cnnEncoder({ width: 8, depth: 1, features }),
  bilstm: (features) => bilstmEncoder({ hidden: 4, features }),
  "a frozen transformer with an LSTM above": (features) =>
    pretrainedTransformer(bert, { frozenLayers: "all", above: { kind: "bilstm", hidden: 4 }, features }),
  "three bilstm": (features) => ensembleEncoder(bilstmEncoder({ hidden: 4, features }), 3),
};

describe.each(Object.entries(makers))("%s with the states of two encoders", (_, make) => {
  const made = async () =>
    make([smallSpelling(), await stateFeatures(lac), await stateFeatures(bert, "pretrained2")]);

  test("computes the same from the cache as from the text, once for both", async () => {
    const encoder = await made();
    const store = new ParameterStore({ seed: 4 });
    encoder.build({ parameters: store, training: false });
    store.freeze(encoder.frozen ?? []);
    expect(store.trainable().filter(({ name }) => name.includes("pretrained"))).toEqual([]);
    const cache = cachedEncoder(encoder, {
      parameters: store,
      session: { threads: 1 },
      storage: "float32",
      folder: join(root, "cache"),
    });
    const prepared = sentences.map((words) => cache.prepare(words));
    await cache.ready(prepared);
    const plain = await encodeOnce(encoder, prepared, { store });
    const fromCache = await encodeOnce(cache, prepared, { store });
    expect(largestDifference(fromCache.words.flat(), plain.words.flat())).toBeLessThan(1e-5);
    await cache.close();
  });

  test("comes back from its config, files and weights, without the folders", async () => {
    const encoder = await made();
    const store = new ParameterStore({ seed: 4 });
    const prepared = sentences.map((words) => encoder.prepare(words));
    const before = await encodeOnce(encoder, prepared, { store });
    const again = createEncoder(JSON.parse(JSON.stringify(encoder.config)), await encoder.files());
    const other = new ParameterStore({ seed: 5 });
    again.build({ parameters: other, training: false });
    other.restore(store.snapshot());
    const after = await encodeOnce(
      again,
      sentences.map((words) => again.prepare(words)),
      { store: other },
    );
    expect(after).toEqual(before);
  });
});
