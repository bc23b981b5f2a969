import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untimed } from "../../test/support/models/tiny-run.ts";
import type { Sentence } from "../data/index.ts";
import { demoCorpus } from "../demo/index.ts";
import { createScorer } from "../evaluation/index.ts";
import { SafetensorsFile } from "../graph/index.ts";
import { openModelFolder, Tagger } from "../tagging/index.ts";
import { assembleConfig } from "./config/assemble-config.ts";
import type { Evaluated, Planned, Started, Stopped, TrainEvent } from "./loop/events.ts";
import { type RunTrainingOptions, runTraining } from "./run-training.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-from-"));
const at = (name: string) => join(root, name);
afterAll(() => rmSync(root, { recursive: true }));

const demo = demoCorpus({ seed: 1, train: 240, dev: 0, test: 0 });
/** Of the same names, so that a tiny model finds some. */
const [train, dev] = [demo.train.slice(0, 200), demo.train.slice(200)];
const data = { train, dev, notices: [] };

/** Other sentences in which only a type is labelled that the first model has never seen. */
const articles: Sentence[] = demoCorpus({ seed: 2, train: 120, dev: 0, test: 0 }).train.map((sentence) => ({
  ...sentence,
  entities: sentence.tokens.flatMap((token, i) =>
    /^(the|a|an)$/i.test(token) ? [{ start: i, end: i + 1, label: "DET" }] : [],
  ),
}));

const small = {
  "encoder.kind": "cnn",
  encoder: { kind: "cnn", width: 24, depth: 1, dropout: 0 },
  features: {
    hashed: {
      columns: [
        { feature: "lower", rows: 2000 },
        { feature: "shape", rows: 200 },
      ],
      ngrams: null,
      width: 16,
      dim: 24,
      wordDropout: 0,
    },
  },
};
const common = {
  train: ["demo"],
  dev: "demo",
  threads: 1,
  batch: { sentences: 16 },
  optimiser: { learningRate: 0.01 },
  checkpoint: { seconds: 0 },
};
const kinds = {
  span: { method: "weighted", head: { kind: "span", width: 24, dropout: 0 }, maxWidth: 5 },
  "span with widths and centres": {
    method: "scl-rai",
    head: { kind: "width", width: 24, embedding: 8, dropout: 0 },
  },
  tagger: { method: "partial-crf", head: { dropout: 0 } },
  "ensemble of taggers": { method: "lacuna", lacuna: { ensemble: 2, folds: 2 } },
  binder: { method: "binder", head: { width: 24, embedding: 8, dropout: 0 } },
} as const;
type Kind = keyof typeof kinds;

async function run(
  out: string,
  flags: object,
  options: RunTrainingOptions = {},
  each: (event: TrainEvent) => void = () => {},
): Promise<TrainEvent[]> {
  const config = await assembleConfig({ flags: { ...common, ...flags } });
  const events: TrainEvent[] = [];
  for await (const event of runTraining(config, at(out), { data, ...options })) {
    events.push(event);
    each(event);
  }
  return events;
}

const first = (kind: Kind) => {
  const { "encoder.kind": _, ...sizes } = small;
  return { ...sizes, ...kinds[kind], epochs: 3 };
};
const from = (model: string, more: object = {}) => ({ from: { model: at(model) }, ...more });
const epochs = (events: readonly TrainEvent[]) =>
  events.filter((event): event is Evaluated => event.kind === "evaluated" && event.stage === undefined);
const planned = (events: readonly TrainEvent[]) =>
  events.find((event): event is Planned => event.kind === "planned")!;
const sum = (out: string, file = "weights.safetensors") =>
  createHash("sha256")
    .update(readFileSync(at(join(out, file))))
    .digest("hex");

async function tensors(out: string): Promise<Map<string, Float32Array>> {
  const file = await SafetensorsFile.open(at(join(out, "weights.safetensors")));
  const all = new Map<string, Float32Array>();
  for (const [name, { shape }] of file.tensors) {
    const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
    await file.readFloat32(name, values);
    all.set(name, values);
  }
  await file.close();
  return all;
}

const losses = new Map<Kind, number>();
const scores = new Map<Kind, { first: number; last: number }>();
beforeAll(async () => {
  for (const kind of Object.keys(kinds) as Kind[]) {
    const events = await run(kind, first(kind));
    const last = (events.at(-1) as Stopped).dev!.micro.f1;
    losses.set(kind, epochs(events)[0]!.loss);
    scores.set(kind, { first: epochs(events)[0]!.dev!.f1, last });
  }
}, 120_000);

describe.each(Object.keys(kinds) as Kind[])("%s", (kind) => {
  test("begins with what the model knows, and goes on from there", async () => {
    const events = await run(`${kind}-same`, from(kind, { epochs: 1 }));
    const { before } = planned(events);
    const { first: scratch, last } = scores.get(kind)!;
    expect(last).toBeGreaterThan(10);
    // To the last digit: nothing of the model is lost on the way.
    expect(before!.f1).toBeCloseTo(last, 9);
    expect(before!.f1).toBeGreaterThanOrEqual(scratch);
    expect(epochs(events)[0]!.loss).toBeLessThan(losses.get(kind)!);
    expect((events[0] as Started).notices[0]).toMatch(
      new RegExp(`^going on with the model "${kind}" \\(weights [0-9a-f]{12}…\\): its encoder and its head$`),
    );
    // The encoder and the method are those of the model, and what it began with is noted.
    const { config } = await openModelFolder(at(`${kind}-same`));
    expect(config).toMatchObject({
      method: kinds[kind].method,
      encoder: small.encoder,
      from: { model: at(kind), sha256: sum(kind) },
    });
  });

  test("learns a new type and keeps the others, though no sentence has them", async () => {
    const out = `${kind}-more`;
    const more = { train: articles, dev: [], notices: [] };
    const events = await run(out, from(kind, { epochs: 10 }), { data: more });
    const { notices, labels } = events[0] as Started;
    expect(labels).toEqual(["DET", "LOC", "ORG", "PER", "PRODUCT"]);
    expect(notices).toContain("new type, to be learnt: DET");
    expect(notices.join("\n")).toMatch(
      /no training sentence has LOC, ORG, PER, PRODUCT: the model keeps these types/,
    );
    await using tagger = await Tagger.load(at(out), { threads: 1 });
    const found = await tagger.tagSentences(dev);
    const isNew = ({ label }: { readonly label: string }) => label === "DET";
    const words = dev.flatMap(({ tokens }) => tokens.filter((token) => /^(the|a|an)$/i.test(token)));
    expect(found.flat().filter(isNew).length).toBeGreaterThan(0.6 * words.length);
    // Not one label of the old types was seen again, and still half of the score at least is there.
    const scorer = createScorer();
    dev.forEach((sentence, i) => {
      scorer.add(
        sentence,
        found[i]!.filter((entity) => !isNew(entity)),
      );
    });
    expect(scorer.result().micro.f1).toBeGreaterThan(scores.get(kind)!.last / 2);
  });

  test("stopped and resumed, even without the model that it began with, it ends with the same bits", async () => {
    cpSync(at(kind), at(`${kind}-gone`), { recursive: true });
    const whole = await run(`${kind}-whole`, from(kind, { epochs: 2, seed: 5 }));
    const stop = new AbortController();
    const halves = from(`${kind}-gone`, { epochs: 2, seed: 5 });
    await run(`${kind}-halves`, halves, { signal: stop.signal }, (event) => {
      if (event.kind === "step" && event.step === 15) stop.abort();
    });
    const config = await assembleConfig({ flags: { ...common, ...halves } });
    rmSync(at(`${kind}-gone`), { recursive: true });
    const again: TrainEvent[] = [];
    for await (const event of runTraining(config, at(`${kind}-halves`), { data, resume: true }))
      again.push(event);
    expect(again[0]).toMatchObject({ resumedAt: 15 });
    for (const file of ["weights.safetensors", "model.onnx"]) {
      expect(sum(`${kind}-halves`, file)).toBe(sum(`${kind}-whole`, file));
    }
    expect(untimed(planned(again))).toEqual(untimed(planned(whole)));
  });
});

describe("the rows of the head", () => {
  test.each(["span", "tagger"] as const)("of known labels are those of the model, in a %s", async (kind) => {
    // A rate so low that nothing moves: what is there after a step is what was there at the start.
    const still = { optimiser: { learningRate: 1e-12, weightDecay: 0 }, epochs: 1 };
    const more = { train: articles.slice(0, 8), dev: [], notices: [] };
    await run(`${kind}-rows`, from(kind, still), { data: more });
    const [before, after] = [await tensors(kind), await tensors(`${kind}-rows`)];
    const [name, perLabel] = kind === "span" ? ["head.label.weight", 1] : ["head.tag.weight", 4];
    const [old, now] = [before.get(name)!, after.get(name)!];
    const width = 24;
    // DET comes between class 0 and LOC.
    const known = width;
    const close = (a: Float32Array, b: Float32Array) => a.every((value, i) => Math.abs(value - b[i]!) < 1e-6);
    expect(close(now.subarray(0, known), old.subarray(0, known))).toBe(true);
    expect(close(now.subarray(known + perLabel * width), old.subarray(known))).toBe(true);
    expect(now.length).toBe(old.length + perLabel * width);
    // What is new begins with nothing but a low score, so that it takes nothing from the others.
    expect(now.subarray(width, width + perLabel * width).every((value) => Math.abs(value) < 1e-6)).toBe(true);
    const bias = after.get(name.replace("weight", "bias"))!;
    expect([...bias.subarray(1, 1 + perLabel)].map(Math.round)).toEqual(Array(perLabel).fill(-4));
    const encoder = [...before.keys()].filter((own) => own.startsWith("encoder."));
    for (const own of encoder) expect(close(after.get(own)!, before.get(own)!), own).toBe(true);
  });
});

describe("another method on the encoder of a model", () => {
  test.each([
    ["span", "partial-crf"],
    ["tagger", "weighted"],
    ["ensemble of taggers", "binder"],
    ["span", "lacuna"],
  ] as const)("%s → %s: the head is new", async (kind, method) => {
    const out = `${kind}-${method}`;
    const events = await run(
      out,
      from(kind, { method, epochs: 1, optimiser: { learningRate: 1e-12, weightDecay: 0 } }),
    );
    expect((events[0] as Started).notices[0]).toMatch(
      /: its encoder; the head is new, as that of .* does not fit$/,
    );
    const [before, after] = [await tensors(kind), await tensors(out)];
    const plain = (name: string) => name.replace(/^types\./, "").replace(/member\d+\./, "");
    const known = new Map(
      [...before].filter(([name]) => !/member2/.test(name)).map(([name, own]) => [plain(name), own]),
    );
    const own = [...after].filter(([name]) => /^(types\.)?encoder\./.test(name));
    expect(own.length).toBeGreaterThan(5);
    for (const [name, values] of own) {
      const wanted = known.get(plain(name))!;
      expect(
        values.every((value, i) => Math.abs(value - wanted[i]!) < 1e-6),
        name,
      ).toBe(true);
    }
  });

  test("a method with the same kind of head takes it along", async () => {
    const events = await run(
      "span-uniform",
      from("span", { method: "uniform", head: kinds.span.head, epochs: 1 }),
    );
    expect((events[0] as Started).notices[0]).toContain("its encoder and its head");
    expect(planned(events).before!.f1).toBeCloseTo(scores.get("span")!.last, 9);
  });
});

describe("what does not fit is refused", () => {
  test.each([
    [{ encoder: { width: 32 } }, '"encoder.width" is 24 there, and 32 here'],
    [{ encoder: { kind: "bilstm" } }, '"encoder.kind" is "cnn" there, and "bilstm" here'],
    [{ features: { text: "characters" } }, '"features.text" is "words" there, and "characters" here'],
    [{ dictionary: { path: "list" } }, '"dictionary" is null there'],
  ])("%j", async (more, message) => {
    await expect(run("unfit", from("span", more))).rejects.toThrow(message);
  });

  test("a folder that is no model, and a model that is not the one it was", async () => {
    await expect(run("unfit", { from: { model: at("nowhere") } })).rejects.toThrow("is not a model folder");
    const wrong = { from: { model: at("span"), sha256: "0".repeat(64) } };
    await expect(run("unfit", wrong)).rejects.toThrow("is not the one that the run began with");
  });

  test("but what weights do not depend on may change", async () => {
    const events = await run("dropped", from("span", { encoder: { dropout: 0.5 }, epochs: 1 }));
    expect(planned(events).before!.f1).toBeCloseTo(scores.get("span")!.last, 9);
  });
});

test("word vectors that the model knows stay, and new words get theirs from the file", async () => {
  const line = (word: string, value: number) => `${word} ${value} ${value} ${value}\n`;
  const file = at("vectors.txt");
  writeFileSync(file, ["London", "the", "moved"].map((word, i) => line(word, i + 1)).join(""));
  const { "encoder.kind": _, ...sizes } = small;
  const vectors = { file, first: 0 };
  const plain = { ...sizes, ...kinds.span, vectors, epochs: 1 };
  const sentence = (...tokens: string[]): Sentence => ({
    tokens,
    entities: [{ start: 0, end: 1, label: "LOC" }],
    completeness: "complete",
    source: "test",
  });
  const given = (...sentences: Sentence[]) => ({ data: { train: sentences, dev: [], notices: [] } });
  await run("vectors", plain, given(sentence("London", "the")));
  const words = (out: string): string[] =>
    JSON.parse(readFileSync(at(join(out, "encoder/vectors/vocabulary.json")), "utf8"));
  expect(words("vectors")).toEqual(["London", "the"]);
  await run("vectors-more", from("vectors", { epochs: 1 }), given(sentence("Leeds", "moved")));
  expect(words("vectors-more").sort()).toEqual(["London", "moved", "the"]);
  const table = (await tensors("vectors-more")).get("encoder.vectors.table")!;
  expect(words("vectors-more").map((word, i) => [word, table[3 * i]])).toEqual([
    ["moved", 3],
    ["London", 1],
    ["the", 2],
  ]);
  rmSync(file);
  const events = await run(
    "vectors-gone",
    from("vectors", { epochs: 1 }),
    given(sentence("London", "moved")),
  );
  expect(words("vectors-gone")).toEqual(["London", "the"]);
  expect((events[0] as Started).notices.join("\n")).toContain(
    "is gone: words that the model has no vector for",
  );
  const kept = (await tensors("vectors-gone")).get("encoder.vectors.table")!;
  expect([kept[0], kept[3]]).toEqual([1, 2]);
});

test("before it is learnt, a new type takes nothing from the others, and dev that lacks it does not count it", async () => {
  const found = await run("unlearnt", from("span", { epochs: 1 }), { data: { train: articles, dev } });
  const { last } = scores.get("span")!;
  expect(planned(found).before!.f1).toBeGreaterThan(0.95 * last);
  const { notices } = found[0] as Started;
  expect(notices.join("\n")).toContain(
    "no dev sentence has DET: the epoch that is kept is chosen by the other types",
  );
  const { dev: scored } = found.at(-1) as Stopped;
  expect(scored!.perType.find(({ label }) => label === "DET")?.predicted ?? 0).toBe(0);
});

test("a model can be gone on with in its own folder", async () => {
  cpSync(at("span"), at("own"), { recursive: true });
  await expect(run("own", from("own", { epochs: 1 }))).rejects.toThrow("there is a model in it");
  const events = await run("own", from("own", { epochs: 1 }), { overwrite: true });
  expect(planned(events).before!.f1).toBeCloseTo(scores.get("span")!.last, 9);
  expect(sum("own")).not.toBe(sum("span"));
});

test("a pretrained encoder needs its folder no more", async () => {
  cpSync(join("test", "fixtures", "bert-tiny"), at("bert"), { recursive: true });
  const encoder = { kind: "pretrained", dir: at("bert") };
  const events = await run("fine-tuned", { method: "tagger", encoder, epochs: 1 });
  rmSync(at("bert"), { recursive: true });
  const { micro } = (events.at(-1) as Stopped).dev!;
  const further = await run("finer", from("fine-tuned", { epochs: 1 }));
  expect(planned(further).before).toMatchObject({ precision: micro.precision, recall: micro.recall });
  const frozen = await run("frozen", from("fine-tuned", { epochs: 1, encoder: { frozenLayers: 1 } }));
  const trainable = (all: readonly TrainEvent[]) =>
    (all.find(({ kind }) => kind === "started") as Started).parameters.trainable;
  expect(trainable(frozen)).toBeLessThan(trainable(further));
});

test("phrases of a dictionary that the model knows stay, and a new list gets rows of its own", async () => {
  const path = at("lists");
  mkdirSync(path);
  writeFileSync(join(path, "LOC.txt"), "London\nParis\n");
  const { "encoder.kind": _, ...sizes } = small;
  const still = { optimiser: { learningRate: 1e-12, weightDecay: 0 }, epochs: 1 };
  await run("listed", { ...sizes, ...kinds.span, dictionary: { path, labels: false }, epochs: 1 });
  writeFileSync(join(path, "LOC.txt"), "Berlin\n");
  writeFileSync(join(path, "AGE.txt"), "ten years\n");
  await run("listed-more", from("listed", still));
  const entries = readFileSync(at("listed-more/encoder/lexicon/entries.jsonl"), "utf8");
  for (const phrase of ["London", "Paris", "Berlin", "ten years"]) expect(entries).toContain(phrase);
  const rows = async (out: string) => (await tensors(out)).get("encoder.lexicon.positions")!;
  const [before, after] = [await rows("listed"), await rows("listed-more")];
  expect(after.length).toBe(2 * before.length);
  // Of AGE, then of LOC: four positions of each, 32 numbers wide.
  const positions = 4 * 32;
  const isClose = (a: Float32Array, b: Float32Array) => a.every((value, i) => Math.abs(value - b[i]!) < 1e-6);
  expect(isClose(after.subarray(positions, 2 * positions), before.subarray(0, positions))).toBe(true);
  expect(isClose(after.subarray(0, positions), before.subarray(0, positions))).toBe(false);
});
