import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { encodeOnce, largestDifference } from "../../../test/support/models/encoder-runner.ts";
import { expectedOf } from "../../../test/support/models/model-fixtures.ts";
import { ParameterStore } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { hashedFeatures } from "../features/hashed-features.ts";
import { pretrainedTransformer } from "../transformer/make-transformer.ts";
import type { TransformerEncoder } from "../transformer/transformer-encoder.ts";
import { type CachedEncoderOptions, cachedEncoder } from "./cached-encoder.ts";
import { clearStates, listStates, makeRoom } from "./state-folder.ts";

const dir = join("test", "fixtures", "electra-tiny");
const sentences = expectedOf(dir).plain.map(({ words }) => words);
const root = mkdtempSync(join(tmpdir(), "lacuna-states-"));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;
const newFolder = () => join(root, String(folders++));

async function cached(encoder: TransformerEncoder, options: Partial<CachedEncoderOptions> = {}) {
  const parameters = new ParameterStore({ training: false });
  encoder.build({ parameters, training: false });
  const notices: string[] = [];
  let computed = 0;
  const cache = cachedEncoder(encoder, {
    parameters,
    session: { threads: 1 },
    storage: "float32",
    onNotice: (notice) => notices.push(notice),
    onProgress: ({ all }) => {
      computed = all;
    },
    ...options,
  });
  const prepared = sentences.map((words) => cache.prepare(words));
  await cache.ready(prepared);
  return { cache, parameters, prepared, notices, computed };
}

const states = (cache: ReturnType<typeof cachedEncoder>, prepared: readonly never[]) =>
  Object.entries(cache.feed(prepared)).filter(([name]) => name.includes(".states."));

describe("training from the cache is training from the text", () => {
  const features = [hashedFeatures({ width: 4, dim: 4, ngrams: null, wordDropout: 0 })];
  test.each([
    [{ frozenLayers: 0 }],
    [{ frozenLayers: 1 }],
    [{ frozenLayers: 2 }],
    [{ frozenLayers: 1, mix: true }],
    [{ frozenLayers: "all", mix: true, dropout: 0 }],
    [{ frozenLayers: "all", above: { kind: "bilstm", hidden: 5 }, features }],
    [{ frozenLayers: 1, layers: 1, above: { kind: "bilstm", hidden: 5 }, mix: true }],
    [{ frozenLayers: 0 }, "deberta-v3-tiny"],
    [{ frozenLayers: 1, mix: true }, "deberta-v3-tiny"],
    [{ frozenLayers: "all", above: { kind: "bilstm", hidden: 5 } }, "deberta-v3-tiny"],
    [{ frozenLayers: 0 }, "modernbert-tiny"],
    [{ frozenLayers: 2, layers: 3, mix: true, dropout: 0.1 }, "modernbert-tiny"],
    [{ frozenLayers: "all", dropout: 0.1 }, "modernbert-tiny"],
    [{ frozenLayers: "all", mix: true, above: { kind: "bilstm", hidden: 5 } }, "modernbert-tiny"],
  ] as const)("%j %s", async (options, folder: string = "electra-tiny") => {
    const encoder = await pretrainedTransformer(join("test", "fixtures", folder), {
      pooling: "mean",
      ...options,
    });
    const { cache, parameters: store, prepared } = await cached(encoder);
    const plain = await encodeOnce(encoder, prepared, { store });
    const fromCache = await encodeOnce(cache, prepared, { store });
    expect(largestDifference(fromCache.words.flat(), plain.words.flat())).toBeLessThan(1e-5);
    expect(largestDifference(fromCache.sentences, plain.sentences)).toBeLessThan(1e-5);
    // Dropout begins above the frozen layers, so it is the same draw on both sides.
    const training = await encodeOnce(encoder, prepared, { store, random: new Random(3) });
    const both = await encodeOnce(cache, prepared, { store, random: new Random(3) });
    expect(largestDifference(both.words.flat(), training.words.flat())).toBeLessThan(1e-5);
    await cache.close();
  });
});

test("states do not depend on the sentences they are computed with, to the bit", async () => {
  const encoder = await pretrainedTransformer(dir, { frozenLayers: "all" });
  const { cache: together, prepared } = await cached(encoder);
  const alone = await cached(encoder, { folder: null });
  for (const sentence of prepared) {
    const { cache: single } = await cached(encoder);
    await single.ready([sentence]);
    expect(states(single, [sentence] as never)).toEqual(states(together, [sentence] as never));
  }
  expect(alone.computed).toBe(prepared.length);
});

test("float16 rounds to three digits, in the run that computes it too", async () => {
  const encoder = await pretrainedTransformer(dir, { frozenLayers: 1 });
  const folder = newFolder();
  const first = await cached(encoder, { storage: "float16", folder });
  const again = await cached(encoder, { storage: "float16", folder });
  expect([first.computed, again.computed]).toEqual([first.prepared.length, 0]);
  expect(states(again.cache, again.prepared as never)).toEqual(states(first.cache, first.prepared as never));
  const plain = await encodeOnce(encoder, first.prepared, { store: first.parameters });
  const rounded = await encodeOnce(first.cache, first.prepared, { store: first.parameters });
  const gap = largestDifference(rounded.words.flat(), plain.words.flat());
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThan(5e-3);
});

describe("on disk", () => {
  const make = (frozenLayers: number | "all" = "all") => pretrainedTransformer(dir, { frozenLayers });
  const segmentOf = (folder: string) => {
    const [group] = listStates(folder);
    const [name] = readdirSync(group!.folder).filter((file) => file.endsWith(".states"));
    return join(group!.folder, name!);
  };

  test("other weights, other layers and another storage have entries of their own", async () => {
    const folder = newFolder();
    await cached(await make(), { folder });
    for (const other of [
      await cached(await make(1), { folder }),
      await cached(await make(), { folder, storage: "float16" }),
    ]) {
      expect(other.computed).toBe(sentences.length);
    }
    const encoder = await make();
    const parameters = new ParameterStore({ training: false });
    encoder.build({ parameters, training: false });
    parameters.get("encoder.layer.1.output.bias").values[0]! += 1;
    const changed = await cached(encoder, { folder, parameters });
    expect(changed.computed).toBe(sentences.length);
    expect(listStates(folder)).toHaveLength(4);
  });

  test("a record that a kill cut short is computed again, the others are used", async () => {
    const folder = newFolder();
    const { cache } = await cached(await make(), { folder });
    await cache.close();
    const path = segmentOf(folder);
    truncateSync(path, statSync(path).size - 3);
    const again = await cached(await make(), { folder });
    expect([again.computed, again.notices]).toEqual([1, []]);
    expect((await cached(await make(), { folder })).computed).toBe(0);
  });

  test("damaged records are computed again, with a notice", async () => {
    const folder = newFolder();
    const { cache } = await cached(await make(), { folder });
    await cache.close();
    const path = segmentOf(folder);
    const bytes = readFileSync(path);
    bytes[60]! ^= 1;
    writeFileSync(path, bytes);
    appendFileSync(path, "garbage that is no record, and longer than the header of one would be …");
    const again = await cached(await make(), { folder });
    expect(again.computed).toBe(1);
    expect(again.notices).toEqual([expect.stringMatching(/damaged: they are computed again$/)]);
  });

  test("two at once share a folder and read what the other wrote", async () => {
    const folder = newFolder();
    const [one, two] = await Promise.all([
      cached(await make(), { folder }),
      cached(await make(), { folder }),
    ]);
    expect(states(one!.cache, one!.prepared as never)).toEqual(states(two!.cache, two!.prepared as never));
    await Promise.all([one!.cache.close(), two!.cache.close()]);
    expect((await cached(await make(), { folder })).computed).toBe(0);
  });

  test("the least recently used go when room is needed; all go when cleared", async () => {
    const folder = newFolder();
    const old = await cached(await make(1), { folder });
    await old.cache.close();
    const [before] = listStates(folder);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { cache } = await cached(await make(), { folder });
    await cache.close();
    const all = listStates(folder);
    expect(all).toHaveLength(2);
    makeRoom(folder, all[0]!.bytes, new Set());
    expect(listStates(folder).map((own) => own.folder)).toEqual([all[0]!.folder]);
    expect(all[0]!.folder).not.toBe(before!.folder);
    clearStates(folder);
    expect(listStates(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a folder that cannot be made is told in one line, and states stay in memory", async () => {
    const folder = newFolder();
    writeFileSync(folder, "a file");
    const { notices, cache, prepared } = await cached(await make(), { folder });
    expect(notices).toEqual([
      expect.stringMatching(/^states cannot be written to .*kept in memory for this run$/),
    ]);
    expect(states(cache, prepared as never)).toHaveLength(2);
  });
});
