import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maskSentence } from "../data/index.ts";
import { demoCorpus } from "../demo/index.ts";
import { Random } from "../random.ts";
import { Tagger } from "../tagging/index.ts";
import { parseTrainConfig } from "./config/config.ts";
import type { TrainEvent } from "./loop/events.ts";
import { runTraining } from "./run-training.ts";

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
      ...more,
    },
    "test",
  );
  const events: TrainEvent[] = [];
  const data = { train: method === "tagger" ? demo.train : partial, dev: demo.dev };
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
