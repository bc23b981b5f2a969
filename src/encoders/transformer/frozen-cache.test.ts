import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeOnce, largestDifference } from "../../../test/support/models/encoder-runner.ts";
import { expectedOf } from "../../../test/support/models/model-fixtures.ts";
import {
  gradient,
  mul,
  type Node,
  ParameterStore,
  reduceMean,
  Session,
  type Tensors,
} from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { type FrozenCacheOptions, frozenCache } from "./frozen-cache.ts";
import { pretrainedTransformer } from "./make-transformer.ts";
import type { TransformerEncoder } from "./transformer-encoder.ts";

const dir = join("test", "fixtures", "electra-tiny");
const sentences = expectedOf(dir).plain.map(({ words }) => words);

async function cached(encoder: TransformerEncoder, options: FrozenCacheOptions = {}) {
  const parameters = new ParameterStore({ training: false });
  encoder.build({ parameters, training: false });
  const cache = await frozenCache(encoder, parameters, { threads: 1, ...options });
  const prepared = sentences.map((words) => cache.prepare(words));
  await cache.add(prepared);
  await cache.dispose();
  return { cache, parameters, prepared };
}

describe("training from the cache is training from the text", () => {
  for (const frozenLayers of [0, 1, 2]) {
    test(`with ${frozenLayers} of 2 layers frozen`, async () => {
      const encoder = await pretrainedTransformer(dir, { frozenLayers, pooling: "mean" });
      // Batches of few pieces, so that sentences of one batch were computed in several.
      const { cache, parameters: store, prepared } = await cached(encoder, { batchPieces: 30 });
      const plain = await encodeOnce(encoder, prepared, { store });
      const fromCache = await encodeOnce(cache, prepared, { store });
      expect(largestDifference(fromCache.words.flat(), plain.words.flat())).toBeLessThan(1e-5);
      expect(largestDifference(fromCache.sentences, plain.sentences)).toBeLessThan(1e-5);
      // Dropout begins above the frozen layers, so it is the same draw on both sides.
      const training = await encodeOnce(encoder, prepared, { store, random: new Random(3) });
      const both = await encodeOnce(cache, prepared, { store, random: new Random(3) });
      expect(largestDifference(both.words.flat(), training.words.flat())).toBeLessThan(1e-5);
    });
  }

  test("float16 takes half the memory and rounds to three digits", async () => {
    const encoder = await pretrainedTransformer(dir, { frozenLayers: 1 });
    const whole = await cached(encoder);
    const half = await cached(encoder, { storage: "float16" });
    const pieces = whole.prepared.reduce((sum, { cost }) => sum + cost, 0);
    expect(whole.cache.bytes).toBe(pieces * 32 * 4);
    expect(half.cache.bytes).toBe(pieces * 32 * 2);
    const plain = await encodeOnce(encoder, whole.prepared, { store: whole.parameters });
    const rounded = await encodeOnce(half.cache, half.prepared, { store: half.parameters });
    const gap = largestDifference(rounded.words.flat(), plain.words.flat());
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(5e-3);
  });

  test("with all frozen only words are kept, not pieces", async () => {
    const { cache, prepared } = await cached(await pretrainedTransformer(dir, { frozenLayers: 2 }));
    const words = prepared.reduce((sum, sentence) => sum + sentence.words, 0);
    expect(cache.bytes).toBe((words + prepared.length) * 32 * 4);
    expect(Object.keys(cache.feed(prepared)).sort()).toEqual([
      "encoder.frozen.sentences",
      "encoder.frozen.words",
    ]);
  });

  test("a sentence that was not added is an error, adding twice costs nothing", async () => {
    const encoder = await pretrainedTransformer(dir, { frozenLayers: 2 });
    const { cache, prepared } = await cached(encoder);
    const bytes = cache.bytes;
    await cache.add(prepared);
    expect(cache.bytes).toBe(bytes);
    expect(() => cache.feed([cache.prepare(["new"])])).toThrow(
      "a sentence is not in the cache: add it first",
    );
    await expect(frozenCache(await pretrainedTransformer(dir), new ParameterStore())).rejects.toThrow(
      "nothing of this transformer is frozen",
    );
  });
});

describe("freezing", () => {
  /** Gradients of the mean square of the word vectors, and how large the graph is. */
  async function slopes(frozenLayers?: number) {
    const options = { dropout: 0, attentionDropout: 0 };
    const encoder = await pretrainedTransformer(dir, {
      ...options,
      ...(frozenLayers === undefined ? {} : { frozenLayers }),
    });
    const parameters = new ParameterStore();
    const { words } = encoder.build({ parameters, training: true });
    parameters.freeze(encoder.frozen);
    const leaves = new Map<string, Node>();
    const nodes = reachable([words]);
    for (const node of nodes)
      if (node.op === "parameter") leaves.set((node as Node<"parameter">).attributes.name, node);
    const trained = parameters.trainable().map(({ name }) => name);
    const found = gradient(
      reduceMean(mul(words, words)),
      trained.map((name) => leaves.get(name)!),
    );
    const bound: Tensors = Object.fromEntries(
      [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]),
    );
    const session = await Session.compile({
      outputs: Object.fromEntries(found.map((node, i) => [`d ${trained[i]}`, node])),
      baked: bound,
      threads: 1,
    });
    const feeds = encoder.feed(sentences.map((words) => encoder.prepare(words)));
    const used = Object.fromEntries(session.inputs.map(({ name }) => [name, feeds[name]!]));
    const result = await session.run(used);
    await session.dispose();
    return {
      trained,
      size: reachable(found).size - nodes.size,
      gradients: new Map(trained.map((name) => [name, [...(result[`d ${name}`]!.data as Float32Array)]])),
    };
  }

  test("leaves the gradients above as they were, trains nothing below, and makes the backward graph smaller", async () => {
    const all = await slopes();
    const upper = await slopes(1);
    expect(all.trained.length).toBe(39);
    expect(upper.trained.length).toBe(16);
    expect(upper.trained.every((name) => name.startsWith("encoder.layer.1."))).toBe(true);
    for (const [name, values] of upper.gradients) {
      expect(largestDifference([values], [all.gradients.get(name)!]), name).toBeLessThan(1e-6);
    }
    // Half of the layers, and no embeddings: less than half of the backward nodes.
    expect(upper.size).toBeLessThan(0.5 * all.size);
  });

  test("more layers than there are is refused", async () => {
    await expect(pretrainedTransformer(dir, { frozenLayers: 3 })).rejects.toThrow(
      "cannot freeze 3 layers: this model has 2",
    );
  });
});

function reachable(roots: readonly Node[]): Set<Node> {
  const seen = new Set<Node>();
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...node.inputs);
  }
  return seen;
}
