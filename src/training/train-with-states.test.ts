import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tinyLac } from "../../test/support/models/tiny-lac.ts";
import { maskSentence } from "../data/index.ts";
import { demoCorpus } from "../demo/index.ts";
import { Random } from "../random.ts";
import { Tagger } from "../tagging/index.ts";
import { parseTrainConfig } from "./config/config.ts";
import type { TrainEvent } from "./loop/events.ts";
import { runTraining } from "./run-training.ts";
import type { GivenData } from "./setup/given-sentences.ts";

const demo = demoCorpus({ train: 12, dev: 5, test: 1 });
const partial = demo.train.map((own) => maskSentence(own, 0.3, new Random(own.tokens.length)));

let root: string;
const before = process.env.LACUNA_CACHE;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lacuna-run-"));
});
afterAll(async () => {
  if (before === undefined) delete process.env.LACUNA_CACHE;
  else process.env.LACUNA_CACHE = before;
  await rm(root, { recursive: true });
});

async function run(out: string, method: string, cache: string, more: object = {}) {
  process.env.LACUNA_CACHE = join(root, cache);
  const { data: given, ...settings } = more as { readonly data?: GivenData };
  const config = parseTrainConfig(
    {
      method,
      train: ["demo"],
      epochs: 1,
      threads: 1,
      batch: { sentences: 4 },
      encoder: {
        kind: "pretrained",
        dir: join("test", "fixtures", "electra-tiny"),
        frozenLayers: "all",
        above: { kind: "bilstm", hidden: 6 },
      },
      ...settings,
    },
    "test",
  );
  const events: TrainEvent[] = [];
  const data = given ?? { train: method === "tagger" ? demo.train : partial, dev: demo.dev };
  for await (const event of runTraining(config, join(root, out), { data })) events.push(event);
  const weights = await readFile(join(root, out, "weights.safetensors"));
  return {
    weights: createHash("sha256").update(weights).digest("hex"),
    states: events.filter(({ kind }) => kind === "states").length,
    losses: events.flatMap((event) => (event.kind === "step" ? [event.loss] : [])),
  };
}

test.each(["tagger", "weighted", "binder", "pu2", "lacuna"])(
  "%s comes to the same bits from a cold cache and from a warm one",
  async (method) => {
    const cold = await run(`${method}-cold`, method, `cache-${method}`);
    const warm = await run(`${method}-warm`, method, `cache-${method}`);
    expect(cold.states).toBeGreaterThan(0);
    expect(warm.states).toBe(0);
    expect(warm.weights).toBe(cold.weights);
    // The saved model computes the states itself.
    const tagger = await Tagger.load(join(root, `${method}-cold`));
    expect(await tagger.tagSentences([{ tokens: demo.dev[0]!.tokens }])).toHaveLength(1);
    await tagger.dispose();
  },
  120_000,
);

test("in float32 the losses are those without a cache", async () => {
  const cached = await run("exact", "tagger", "cache-exact", { statesCache: "float32" });
  const plain = await run("plain", "tagger", "cache-exact", { statesCache: "off" });
  expect(plain.states).toBe(0);
  expect(cached.losses).toHaveLength(plain.losses.length);
  for (const [i, loss] of cached.losses.entries()) expect(loss).toBeCloseTo(plain.losses[i]!, 5);
});

test("states and a lexicon as features: cached, saved with the model, and there to go on with", async () => {
  const lac = join(root, "lac");
  await tinyLac(lac);
  await writeFile(join(root, "words.txt"), "北京\n上海\n中国\n人民\n");
  const texts = ["北京在中国。", "上海人民在北京，", "中国人民。", "人在上海。"];
  const sentences = [...texts, ...texts].map((text) => {
    const start = Math.max(text.indexOf("北京"), 0);
    return { tokens: [...text], entities: [{ start, end: start + 2, label: "LOC" }] };
  });
  const settings = {
    data: { train: sentences, dev: sentences.slice(0, 2) },
    encoder: { kind: "bilstm", hidden: 4 },
    features: {
      states: [lac, join("test", "fixtures", "electra-tiny")],
      lexicon: { path: join(root, "words.txt") },
    },
  };
  const cold = await run("features-cold", "tagger", "cache-features", settings);
  const warm = await run("features-warm", "tagger", "cache-features", settings);
  expect(cold.states).toBeGreaterThan(0);
  expect([warm.states, warm.weights]).toEqual([0, cold.weights]);
  await rm(lac, { recursive: true });
  await rm(join(root, "words.txt"));
  const tagger = await Tagger.load(join(root, "features-cold"));
  expect(await tagger.tagSentences([{ tokens: sentences[0]!.tokens }])).toHaveLength(1);
  await tagger.dispose();
  const again = await run("features-again", "tagger", "cache-features", {
    ...settings,
    features: {},
    from: { model: join(root, "features-cold") },
  });
  expect([again.states, again.losses.length]).toEqual([0, cold.losses.length]);
  const other = { ...settings, features: { states: lac }, from: { model: join(root, "features-cold") } };
  await expect(run("features-other", "tagger", "cache-features", other)).rejects.toThrow(
    '"features.states" is 2 there, and 1 here',
  );
}, 60_000);

test("a lexicon is for text cut by character", async () => {
  const settings = { encoder: { kind: "cnn" }, features: { lexicon: { path: "words.txt" } } };
  await expect(run("words", "tagger", "cache", settings)).rejects.toThrow("this text is cut into words");
});
