import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModel } from "../../../test/support/models/tiny-model.ts";
import type { Sentence } from "../../data/index.ts";
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
  await tinyModel(join(root, "spans"), { method: "uniform", epochs: 8 });
}, 120_000);
afterAll(() => rm(root, { recursive: true }));

const configOf = (teacher: string | null, more: object = {}) =>
  parseTrainConfig(
    {
      method: "distil",
      distil: { teacher: teacher === null ? null : join(root, teacher) },
      train: [raw],
      epochs: 12,
      threads: 1,
      encoder: { kind: "cnn", width: 24, depth: 1 },
      features: { hashed: { columns: [{ feature: "lower", rows: 500 }], ngrams: null, width: 12, dim: 24 } },
      batch: { sentences: 4 },
      optimiser: { learningRate: 0.02, schedule: "constant", warmup: 0 },
      ...more,
    },
    "test",
  );

async function run(config: ReturnType<typeof configOf>, out: string, options: RunTrainingOptions = {}) {
  const events: TrainEvent[] = [];
  for await (const event of runTraining(config, join(root, out), options)) events.push(event);
  return events;
}

/** F1 on the raw text, with what the teacher finds for gold. */
async function agreement(student: string, teacher: string): Promise<number> {
  const [own, theirs] = await Promise.all([student, teacher].map((model) => tagsOf(model, demo.train)));
  const scorer = createScorer();
  demo.train.forEach((sentence, i) => {
    scorer.add({ ...sentence, entities: theirs![i]! }, own![i]!);
  });
  // A teacher that finds nothing would be easy to agree with.
  expect(theirs!.flat().length).toBeGreaterThan(50);
  return scorer.result().micro.f1;
}

async function tagsOf(model: string, sentences: readonly Sentence[]) {
  await using tagger = await Tagger.load(join(root, model), { threads: 1 });
  return tagger.tagSentences(sentences);
}

// Of overlapping spans that are all likely, a tagger can take one: it agrees less with a model that scores spans.
describe.each([
  ["tags", "crf", 60],
  ["tags", "softmax", 60],
  ["spans", "crf", 25],
])("a student of a model that scores %s, with %s", (teacher, decoder, agreed) => {
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
    expect(await agreement(out, teacher)).toBeGreaterThan(agreed);
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
  expect(await tagsOf("stopped", demo.dev)).toEqual(await tagsOf("whole", demo.dev));
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
