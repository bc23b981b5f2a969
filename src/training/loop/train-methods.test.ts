import { expect, test } from "vitest";
import { runAll, tinyRun } from "../../../test/support/models/tiny-run.ts";
import { maskSentence, type Sentence, spanKey } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { methods } from "../../methods/index.ts";
import { Random } from "../../random.ts";
import { candidateSpans } from "../../samplers/index.ts";
import type { Evaluated } from "./events.ts";

const truth = demoCorpus({ train: 50, dev: 1, test: 1 }).train;

const taggers = [
  "tagger",
  "partial-crf",
  "weighted-partial-crf",
  "bnpu",
  "conf-mpu",
  "bond",
  "distil",
  "pu2",
  "lacuna",
];

const smallSlopes = ["bnpu", "conf-mpu"];

const heads = new Map<string, object>([
  ["span", { kind: "span", width: 48, dropout: 0 }],
  ["nrces", { kind: "width", embedding: 16, width: 48, dropout: 0 }],
  ["binder", { embedding: 16, width: 48, dropout: 0 }],
]);

/** What became of each epoch; scored on the training sentences with all their labels. */
async function epochsOf(method: string, epochs: number, sentences: readonly Sentence[], more: object = {}) {
  const head = taggers.includes(method) ? { dropout: 0 } : (heads.get(method) ?? heads.get("span"));
  const optimiser = { learningRate: method === "ce" ? 0.005 : 0.01, warmup: 0.1 };
  const batch = { sentences: 4 };
  const stopping = { patience: null };
  const encoder = { width: 32, dropout: 0 };
  const run = tinyRun(
    sentences,
    { dev: truth, method, epochs, optimiser, batch, stopping, head, ...more },
    encoder,
  );
  const { events } = await runAll(run);
  return events.filter(({ kind }) => kind === "evaluated") as unknown as Evaluated[];
}

// What `mrc` asks does not reach the words of a cnn, and `distil` learns from a model: see their own tests.
const readable = Object.keys(methods).filter((method) => method !== "mrc" && method !== "distil");

test.each(readable)("%s learns the embedded corpus", async (method) => {
  // Among all negatives, or half of them, entities are few: the baseline and nrces need longer to see them at all.
  // The mean absolute error has small slopes, and these learn no transitions.
  const length = method === "ce" ? 10 : method === "nrces" ? 9 : smallSlopes.includes(method) ? 20 : 7;
  const epochs = await epochsOf(method, length, truth);
  const scores = epochs.map(({ dev }) => dev!.f1);
  expect(scores[0]).toBeLessThan(25);
  expect(scores.at(-1)).toBeGreaterThan(scores[0]! + (smallSlopes.includes(method) ? 10 : 15));
  // Spans of one label stand in each other's denominators, so the contrastive part cannot come near zero.
  const left = method === "scl-rai" ? 0.6 : 0.5;
  expect(epochs.at(-1)!.loss).toBeLessThan(left * epochs[0]!.loss);
  // Nothing is masked, so nothing is said about it.
  expect(epochs.map(({ metrics }) => metrics)).toEqual(epochs.map(() => ({})));
});

test("with 70 % of the labels gone, negative sampling finds what the naive baseline learns to deny", async () => {
  const random = new Random(1);
  const masked = truth.map((sentence) => maskSentence(sentence, 0.7, random));
  const [ce, uniform, weighted] = [
    (await epochsOf("ce", 7, masked)).at(-1)!,
    (await epochsOf("uniform", 7, masked)).at(-1)!,
    (await epochsOf("weighted", 7, masked)).at(-1)!,
  ];
  expect(uniform.dev!.f1).toBeGreaterThan(ce.dev!.f1 + 10);
  expect(weighted.dev!.f1).toBeGreaterThan(ce.dev!.f1 + 10);
  expect(ce.metrics.hiddenNonEntity).toBeGreaterThan(0.85);
  expect(uniform.metrics.hiddenNonEntity).toBeLessThan(0.85);
  expect(weighted.metrics.hiddenNonEntity).toBeLessThan(0.85);
  // The baseline draws every masked entity in every epoch, among all candidates.
  const width = Math.max(...masked.flatMap(({ entities }) => entities.map(({ start, end }) => end - start)));
  const candidates = masked.map((sentence) => candidateSpans(sentence, width).count);
  const missed = masked.map(
    ({ hidden, entities }) =>
      new Set(
        hidden!
          .filter((e) => e.end - e.start <= width && !entities.some((o) => spanKey(o) === spanKey(e)))
          .map(spanKey),
      ).size,
  );
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  expect(ce.metrics.missampling).toBeCloseTo(sum(missed) / sum(candidates), 12);
  // Even a model this small keeps off what it takes for an entity; what the default shape does is measured by a bench.
  const safe = { sampler: { kind: "weighted", shape: "safe" } };
  const avoiding = (await epochsOf("weighted", 7, masked, safe)).at(-1)!;
  expect(avoiding.metrics.missampling).toBeLessThan(ce.metrics.missampling!);
});

const { train: more } = demoCorpus({ train: 150, dev: 1, test: 1 });
const maskedBy = (p: number) => {
  const random = new Random(1);
  return more.map((sentence) => maskSentence(sentence, p, random));
};
const mostGone = maskedBy(0.7);
/** What methods learn from. Of 50 sentences so few labels would be left that models learn them by heart. */
const incomplete = {
  "70 % of the labels gone": mostGone,
  "half of the labels gone": maskedBy(0.5),
  "one sentence of five complete, 70 % gone in the others": mostGone.map((own, i) =>
    i % 5 === 0 ? more[i]! : own,
  ),
} as const;

type Incomplete = keyof typeof incomplete;
const scores = new Map<string, Promise<Evaluated>>();

/** The last epoch of a method on some of these; no run twice. */
function lastOf(method: string, data: Incomplete, epochs = 7, options: object = {}): Promise<Evaluated> {
  const key = JSON.stringify([method, data, epochs, options]);
  const known =
    scores.get(key) ?? epochsOf(method, epochs, incomplete[data], options).then((own) => own.at(-1)!);
  scores.set(key, known);
  return known;
}

/** Each by how many points of F1 it must be better; what is not said is as in every config. */
const treated: readonly [
  string,
  Incomplete,
  "ce" | "tagger",
  margin: number,
  epochs: number,
  options?: object,
][] = [
  ["uniform", "70 % of the labels gone", "ce", 10, 7],
  ["weighted", "70 % of the labels gone", "ce", 10, 7],
  ["scl-rai", "70 % of the labels gone", "ce", 10, 7],
  ["nrces", "70 % of the labels gone", "ce", 10, 7],
  ["binder", "70 % of the labels gone", "ce", 10, 3, { sampler: { kind: "uniform" } }],
  ["lacuna", "70 % of the labels gone", "tagger", 20, 7],
  ["bond", "70 % of the labels gone", "tagger", 7, 7],
  ["bnpu", "70 % of the labels gone", "tagger", 7, 7, { scheme: "io" }],
  ["conf-mpu", "70 % of the labels gone", "tagger", 7, 7],
  ["pu2", "70 % of the labels gone", "tagger", 10, 7, { pu2: { tune: false, remove: 0.1, explore: 3 } }],
  ["partial-crf", "one sentence of five complete, 70 % gone in the others", "tagger", 15, 7],
  ["weighted-partial-crf", "half of the labels gone", "tagger", 5, 7],
  ["autoner", "half of the labels gone", "tagger", 8, 7],
];

test.each(treated)(
  "%s, with %s, is better than %s by %d points",
  async (method, data, baseline, margin, epochs, options) => {
    const own = await lastOf(method, data, epochs, options);
    expect(own.dev!.f1).toBeGreaterThan((await lastOf(baseline, data)).dev!.f1 + margin);
    if (method === "lacuna") expect(own.metrics.completedRecall).toBeGreaterThan(0.1);
  },
);

test("every method that treats missing labels is among these", () => {
  const tried = treated.map(([method]) => method);
  const all = Object.keys(methods).filter((method) => !["ce", "tagger", "mrc", "distil"].includes(method));
  expect(tried.toSorted()).toEqual(all.toSorted());
});

test("without what it does about gaps, autoner and pu2 find less", async () => {
  const [half, gone] = ["half of the labels gone", "70 % of the labels gone"] as const;
  const f1 = async (method: string, data: Incomplete, options: object) =>
    (await lastOf(method, data, 7, options)).dev!.f1;
  const spared = await f1("autoner", half, {});
  expect(await f1("autoner", half, { autoner: { spare: false } })).toBeLessThan(spared - 2);
  const removed = await f1("pu2", gone, { pu2: { tune: false, remove: 0.1, explore: 3 } });
  expect(await f1("pu2", gone, { pu2: { tune: false, remove: 0, explore: 3 } })).toBeLessThan(removed - 10);
});

test("soft weights of completions gain more than the best completion", async () => {
  const soft = await lastOf("weighted-partial-crf", "half of the labels gone");
  const hard = await lastOf("weighted-partial-crf", "half of the labels gone", 7, {
    wpcrf: { weights: "hard" },
  });
  // The best sequence of a model that learnt so many gaps as `O` has few entities: hard completions gain little here.
  expect(soft.dev!.f1).toBeGreaterThan(hard.dev!.f1);
});

test("with 60 % of the labels gone, pu2 finds what a tagger learns to deny, and not where nothing is removed", async () => {
  const random = new Random(1);
  const masked = truth.map((sentence) => maskSentence(sentence, 0.6, random));
  const scoreOf = async (method: string, more: object = {}) =>
    (await epochsOf(method, 7, masked, more)).at(-1)!.dev!.f1;
  const [tagger, pu2, off] = [
    await scoreOf("tagger"),
    await scoreOf("pu2"),
    await scoreOf("pu2", { pu2: { remove: 0, spans: 0 } }),
  ];
  expect(pu2).toBeGreaterThan(tagger + 10);
  expect(pu2).toBeGreaterThan(off + 10);
});
