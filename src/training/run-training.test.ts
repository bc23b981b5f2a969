import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untimed } from "../../test/support/models/tiny-run.ts";
import { maskSentence } from "../data/index.ts";
import { demoCorpus } from "../demo/index.ts";
import { UserError } from "../errors.ts";
import { SafetensorsFile } from "../graph/parameters/safetensors-file.ts";
import { Random } from "../random.ts";
import { Tagger } from "../tagging/index.ts";
import { parseTrainConfig } from "./config/config.ts";
import type { Started, Stopped, TrainEvent } from "./loop/events.ts";
import { type RunTrainingOptions, runTraining } from "./run-training.ts";
import { readTrainingLog } from "./training-log.ts";

const demo = demoCorpus({ train: 20, dev: 8, test: 1 });
const data = {
  train: demo.train.map((own) => maskSentence(own, 0.3, new Random(own.tokens.length))),
  dev: demo.dev,
  notices: ["this is a test"],
};
const config = parseTrainConfig(
  {
    method: "scl-rai",
    train: ["demo"],
    dev: "demo",
    epochs: 2,
    threads: 1,
    batch: { sentences: 8 },
    encoder: { kind: "cnn", width: 16, depth: 1 },
    features: { hashed: { columns: [{ feature: "lower", rows: 200 }], ngrams: null, width: 8, dim: 16 } },
    head: { kind: "span", width: 12 },
    checkpoint: { seconds: 60 },
  },
  "test",
);

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lacuna-run-"));
});
afterAll(() => rm(root, { recursive: true }));

async function run(
  out: string,
  options: RunTrainingOptions = {},
  each: (event: TrainEvent) => void = () => {},
): Promise<TrainEvent[]> {
  const events: TrainEvent[] = [];
  for await (const event of runTraining(config, join(root, out), { data, ...options })) {
    events.push(event);
    each(event);
  }
  return events;
}

/** Of all files of a folder itself. */
async function sumsOf(out: string): Promise<Map<string, string>> {
  const names = (await readdir(join(root, out), { withFileTypes: true })).filter((entry) => entry.isFile());
  return new Map(await Promise.all(names.map(async ({ name }) => [name, await sum(out, name)] as const)));
}

const sum = async (out: string, file: string) =>
  createHash("sha256")
    .update(await readFile(join(root, out, file)))
    .digest("hex");
const steps = (events: readonly TrainEvent[]) =>
  events.filter(({ kind }) => kind === "step" || kind === "evaluated").map(untimed);

test("a run leaves a model, its log and its page; stopped and resumed it leaves the same bits", async () => {
  const whole = await run("whole");
  const started = whole[0] as Started;
  expect(started).toMatchObject({ kind: "started", method: "scl-rai", sentences: 20, resumedAt: 0 });
  expect(started.notices[0]).toBe("this is a test");
  // The class centres are computed and not trained: 12 numbers for O and each label.
  expect(started.parameters.all - started.parameters.trainable).toBe(12 * (started.labels.length + 1));
  const log = await readTrainingLog(join(root, "whole", "log.jsonl"));
  expect(log).toEqual(JSON.parse(JSON.stringify(whole)));
  expect(await readFile(join(root, "whole", "report.html"), "utf8")).toContain("scl-rai");

  const stop = new AbortController();
  const first = await run("halves", { signal: stop.signal }, (event) => {
    if (event.kind === "step" && event.step === 4) stop.abort();
  });
  expect((first.at(-1) as Stopped).reason).toBe("asked");
  const second = await run("halves", { resume: true });
  expect(second[0]).toMatchObject({ kind: "started", resumedAt: 4 });
  expect(await sum("halves", "weights.safetensors")).toBe(await sum("whole", "weights.safetensors"));
  expect(await sum("halves", "model.onnx")).toBe(await sum("whole", "model.onnx"));
  // The order of keys included.
  for (const file of ["manifest.json", "config.json", "run.json"]) {
    expect(await sum("halves", file), file).toBe(await sum("whole", file));
  }
  expect((await readdir(join(root, "halves"))).filter((name) => name.startsWith("."))).toEqual([]);
  // Together the log tells of every step and epoch once.
  expect(steps(await readTrainingLog(join(root, "halves", "log.jsonl")))).toEqual(steps(log));

  const tagger = await Tagger.load(join(root, "halves"));
  expect(await tagger.tag(["Ada Lovelace lives in London ."])).toHaveLength(1);
  await tagger.dispose();
});

describe("a folder with a model in it", () => {
  const refused = (options: RunTrainingOptions) =>
    run("kept", options).then(
      () => undefined,
      (error) => error,
    );

  test("is left alone, whoever asks, unless it is to be overwritten", async () => {
    await run("kept");
    const before = await sumsOf("kept");
    expect(await refused({})).toMatchObject({
      name: "UserError",
      message: expect.stringContaining("there is a model in it"),
      hint: expect.stringContaining("overwrite: true"),
    });
    expect(await refused({ resume: true })).toMatchObject({
      message: expect.stringContaining("is finished"),
    });
    expect(await refused({ resume: true, overwrite: true })).toMatchObject({ name: "UserError" });
    expect(await sumsOf("kept")).toEqual(before);
  });

  test("can be used until the new model is finished, however the run breaks off", async () => {
    const model = join(root, "kept");
    const before = await sumsOf("kept");
    const other = { ...config, seed: 2 };
    const works = async () => {
      await using tagger = await Tagger.load(model, { threads: 1 });
      return tagger.tag(["Ada Lovelace lives in London ."]);
    };
    // Left by the caller in the middle, then stopped with a checkpoint.
    for await (const event of runTraining(other, model, { data, overwrite: true })) {
      if (event.kind === "step") break;
    }
    expect(await works()).toHaveLength(1);
    const stop = new AbortController();
    for await (const event of runTraining(other, model, { data, overwrite: true, signal: stop.signal })) {
      if (event.kind === "step" && event.step === 4) stop.abort();
    }
    expect(await sumsOf("kept")).toEqual(before);
    expect(await works()).toHaveLength(1);
    expect(await refused({})).toMatchObject({ message: expect.stringContaining("was to replace its model") });

    const events: TrainEvent[] = [];
    for await (const event of runTraining(other, model, { data, resume: true })) events.push(event);
    expect(events[0]).toMatchObject({ resumedAt: 4 });
    for await (const event of runTraining(other, join(root, "other"), { data })) void event;
    for (const file of ["weights.safetensors", "model.onnx"]) {
      expect(await sum("kept", file)).toBe(await sum("other", file));
      expect(await sum("kept", file)).not.toBe(before.get(file));
    }
    expect(await readdir(model)).toEqual(await readdir(join(root, "other")));
    expect(steps(await readTrainingLog(join(model, "log.jsonl")))).toEqual(
      steps(await readTrainingLog(join(root, "other", "log.jsonl"))),
    );
    expect(await refused({ resume: true })).toMatchObject({
      message: expect.stringContaining("is finished"),
    });
  });

  test("is the only kind that is overwritten, with runs that are not finished", async () => {
    const model = join(root, "letters");
    await mkdir(model);
    await writeFile(join(model, "letters.txt"), "dear");
    await expect(run("letters")).rejects.toThrow("is not empty");
    await expect(run("letters", { overwrite: true })).rejects.toThrow('something else: "letters.txt"');
    const stop = new AbortController();
    await run("half", { signal: stop.signal }, () => stop.abort());
    await expect(run("half")).rejects.toThrow("there is a run in it");
    expect((await run("half", { overwrite: true })).at(-1)).toMatchObject({ reason: "epochs" });
  });
});

describe("a run that was killed", () => {
  test("before it had noted what it is about is begun again, even after a try that found no data", async () => {
    const out = join(root, "early");
    await mkdir(out);
    await writeFile(join(out, "config.json"), "{}");
    await writeFile(join(out, ".config.json.0123456789ab.tmp"), "{");
    await expect(run("early")).rejects.toThrow("is not empty");
    const dead = { host: hostname(), boot: null, pid: 1, began: null };
    const lock = { format: 1, key: "k", what: "training", owner: dead };
    await writeFile(join(out, ".lacuna-lock"), JSON.stringify(lock));
    await expect(run("early", { data: { train: [], notices: [] } })).rejects.toThrow(UserError);
    expect((await run("early")).at(-1)).toMatchObject({ reason: "epochs" });
  });
});

describe("the best epoch so far", () => {
  const afterStep = (step: number, options: RunTrainingOptions = {}) => {
    const stop = new AbortController();
    const out = `best-${step}-${options.keepBest}`;
    return run(out, { signal: stop.signal, ...options }, (event) => {
      if (event.kind === "step" && event.step === step) stop.abort();
    });
  };
  const epoch = async (out: string) =>
    (await readTrainingLog(join(root, out, "log.jsonl"))).find((event) => event.kind === "evaluated")!;

  test("becomes the model when the run is asked to stop", async () => {
    const [stopped] = (await afterStep(4, { keepBest: true })).slice(-1) as [Stopped];
    // Three steps are an epoch: of the second one there is one step only.
    expect(stopped).toMatchObject({ reason: "kept", step: 4, bestEpoch: 1 });
    expect(
      (await readFile(join(root, "best-4-true", "report.html"), "utf8")).includes("stopped by hand"),
    ).toBe(true);
    await expect(run("best-4-true", { resume: true })).rejects.toThrow("is finished");
  });

  test("or later, of a run that was stopped: the same model", async () => {
    const [asked] = (await afterStep(4)).slice(-1) as [Stopped];
    expect(asked).toMatchObject({
      reason: "asked",
      best: { epoch: 1, score: (await epoch("best-4-undefined")).dev!.f1 },
    });
    const events = await run("best-4-undefined", { resume: true, keepBest: true });
    expect(events.map(({ kind }) => kind)).toEqual(["started", "planned", "stopped"]);
    expect(events.at(-1)).toMatchObject({ reason: "kept", bestEpoch: 1 });
    for (const file of ["weights.safetensors", "model.onnx"]) {
      expect(await sum("best-4-undefined", file)).toBe(await sum("best-4-true", file));
    }
    await using tagger = await Tagger.load(join(root, "best-4-true"), { threads: 1 });
    expect(await tagger.tag(["Ada Lovelace"])).toHaveLength(1);
  });

  test("is none before the first epoch ends: the run can be resumed, and nothing is made of it", async () => {
    const [asked] = (await afterStep(2, { keepBest: true })).slice(-1) as [Stopped];
    expect(asked.reason).toBe("asked");
    expect(asked.best).toBeUndefined();
    await expect(run("best-2-true", { resume: true, keepBest: true })).rejects.toThrow("nothing to keep yet");
    expect((await run("best-2-true", { resume: true })).at(-1)).toMatchObject({ reason: "epochs" });
  });
});

test("other data than the run was begun with is refused, and so is resuming nothing", async () => {
  const stop = new AbortController();
  await run("begun", { signal: stop.signal }, (event) => {
    if (event.kind === "step") stop.abort();
  });
  const other = { ...data, train: data.train.slice(1) };
  await expect(run("begun", { resume: true, data: other })).rejects.toThrow("is not what the run");
  await expect(run("nothing", { resume: true })).rejects.toThrow(UserError);
});

test("a run can begin with the encoder of another and leave it as it is", async () => {
  await run("source");
  const taken = join(root, "source", "weights.safetensors");
  const initial = { path: taken, names: ["encoder.*"] };
  const [started] = await run("head", { initial, freeze: ["encoder.*"] });
  const [source, head] = await Promise.all([taken, join(root, "head", "weights.safetensors")].map(tensorsOf));
  const own = [...source!.keys()].filter((name) => name.startsWith("encoder."));
  expect(own.length).toBeGreaterThan(3);
  for (const name of own) expect(head!.get(name), name).toEqual(source!.get(name));
  const others = [...source!.keys()].filter((name) => !name.startsWith("encoder."));
  expect(others.some((name) => `${head!.get(name)}` !== `${source!.get(name)}`)).toBe(true);
  // Only what is not of the encoder is trained; the class centres never are.
  const trained = others.filter((name) => name !== "retrieval.centres");
  const numbers = trained.reduce((total, name) => total + head!.get(name)!.length, 0);
  expect((started as Started).parameters.trainable).toBe(numbers);
  const missing = { path: join(root, "nowhere.safetensors"), names: ["encoder.*"] };
  await expect(run("none", { initial: missing })).rejects.toThrow(UserError);
});

async function tensorsOf(path: string): Promise<Map<string, Float32Array>> {
  const file = await SafetensorsFile.open(path);
  const tensors = new Map<string, Float32Array>();
  for (const [name, { shape }] of file.tensors) {
    const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
    await file.readFloat32(name, values);
    tensors.set(name, values);
  }
  await file.close();
  return tensors;
}

test("a model that was trained on windows over documents reads documents so, and says it", async () => {
  const reading = { words: 40, overlap: 12, by: "file" } as const;
  const out = join(root, "documents");
  const events: TrainEvent[] = [];
  for await (const event of runTraining({ ...config, documents: reading }, out, { data })) events.push(event);
  const { sentences, notices } = events[0] as Started;
  expect(sentences).toBeLessThan(20);
  expect(notices[1]).toMatch(/20 sentences are read as \d+ windows of at most 40 words/);
  const seen: number[] = [];
  const tagger = await Tagger.load(out, { onBatch: (batch) => seen.push(batch.sentences) });
  try {
    expect(tagger.documents).toEqual(reading);
    const found = await tagger.tagSentences(demo.dev);
    expect(found).toHaveLength(demo.dev.length);
    expect(seen.reduce((sum, windows) => sum + windows, 0)).toBeLessThan(demo.dev.length);
    found.forEach((entities, i) => {
      for (const { end } of entities) expect(end).toBeLessThanOrEqual(demo.dev[i]!.tokens.length);
    });
  } finally {
    await tagger.dispose();
  }
});
