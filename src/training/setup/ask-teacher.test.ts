import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModel } from "../../../test/support/models/tiny-model.ts";
import { demoCorpus } from "../../demo/index.ts";
import { createScorer } from "../../evaluation/index.ts";
import { Tagger } from "../../tagging/index.ts";
import { parseTrainConfig } from "../config/config.ts";
import type { TrainEvent } from "../loop/events.ts";
import { type RunTrainingOptions, runTraining } from "../run-training.ts";

const demo = demoCorpus({ train: 160, dev: 40, test: 0 });
let root: string;
let raw: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lacuna-distil-"));
  raw = join(root, "raw.txt");
  await writeFile(raw, demo.train.map(({ tokens }) => tokens.join(" ")).join("\n\n"));
  await tinyModel(join(root, "tags"), { method: "tagger" });
  await tinyModel(join(root, "spans"), { method: "uniform" });
}, 120_000);
afterAll(() => rm(root, { recursive: true }));

const configOf = (teacher: string | null, more: object = {}) =>
  parseTrainConfig(
    {
      method: "distil",
      distil: { teacher: teacher === null ? null : join(root, teacher) },
      train: [raw],
      epochs: 4,
      threads: 1,
      encoder: { kind: "cnn", width: 24, depth: 1 },
      features: { hashed: { columns: [{ feature: "lower", rows: 500 }], ngrams: null, width: 12, dim: 24 } },
      batch: { sentences: 8 },
      optimiser: { learningRate: 0.02 },
      ...more,
    },
    "test",
  );

async function run(config: ReturnType<typeof configOf>, out: string, options: RunTrainingOptions = {}) {
  const events: TrainEvent[] = [];
  for await (const event of runTraining(config, join(root, out), options)) events.push(event);
  return events;
}

/** F1 on the dev sentences. */
async function f1(model: string): Promise<number> {
  await using tagger = await Tagger.load(join(root, model), { threads: 1 });
  const found = await tagger.tagSentences(demo.dev);
  const scorer = createScorer();
  demo.dev.forEach((sentence, i) => {
    scorer.add(sentence, found[i]!);
  });
  return scorer.result().micro.f1;
}

describe.each([
  ["tags", "crf"],
  ["tags", "softmax"],
  ["spans", "crf"],
])("a student of a model that scores %s, with %s", (teacher, decoder) => {
  test("learns from raw text alone to find what its teacher finds", async () => {
    const out = `student-${teacher}-${decoder}`;
    const events = await run(configOf(teacher, { decoder }), out);
    const started = events.find((event) => event.kind === "started")!;
    expect([started.entities, started.labels.length > 0]).toEqual([0, true]);
    const { sentences } = started;
    expect(events.filter(({ kind }) => kind === "teacher").at(-1)).toEqual({
      kind: "teacher",
      done: sentences,
      all: sentences,
    });
    const [own, theirs] = [await f1(out), await f1(teacher)];
    expect(theirs).toBeGreaterThan(0.3);
    expect(own).toBeGreaterThan(0.8 * theirs);
  });
});

test("a run that was stopped goes on to the same weights", async () => {
  const config = configOf("tags", { epochs: 1, checkpoint: { seconds: 0 } });
  await run(config, "whole");
  const stop = new AbortController();
  for await (const event of runTraining(config, join(root, "stopped"), { signal: stop.signal })) {
    if (event.kind === "step" && event.step === 8) stop.abort();
  }
  await run(config, "stopped", { resume: true });
  const tags = async (name: string) => {
    await using tagger = await Tagger.load(join(root, name), { threads: 1 });
    return tagger.tagSentences(demo.dev);
  };
  expect(await tags("stopped")).toEqual(await tags("whole"));
});

describe("mistakes", () => {
  test("no teacher", async () => {
    await expect(run(configOf(null), "none")).rejects.toThrow(
      'the method "distil" needs a model that teaches',
    );
  });

  test("a teacher that is no model", async () => {
    await expect(run(configOf("nobody"), "none")).rejects.toThrow("there is no model folder");
  });

  test("another teacher than the run was begun with", async () => {
    const config = configOf("tags", { epochs: 2, checkpoint: { seconds: 0 } });
    const stop = new AbortController();
    for await (const event of runTraining(config, join(root, "other"), { signal: stop.signal })) {
      if (event.kind === "step" && event.step === 5) stop.abort();
    }
    await tinyModel(join(root, "tags"), { method: "tagger", epochs: 1 });
    await expect(run(config, "other", { resume: true })).rejects.toThrow(
      /training data is not what the run in ".*" was begun with/,
    );
  });
});
