import { expect, test } from "vitest";
import {
  learn,
  quietSession,
  sentence,
  tinyEncoder,
  tinyTask,
} from "../../../test/support/models/tiny-task.ts";
import { type Completeness, type Sentence, spanKey } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { adamW, GradientStep, type Tensors } from "../../graph/index.ts";
import { Predictor, spanIndex } from "../../models/index.ts";
import { Random } from "../../random.ts";
import { weightedNegatives } from "../../samplers/index.ts";
import type { Learner } from "../learner.ts";
import type { Task } from "../method.ts";
import { spanCorpus } from "./corpus.ts";

const demo = demoCorpus({ train: 40, dev: 1, test: 1 }).train;
const place = (seed = 1, epoch = 0, epochs = 3) => ({ stage: 0, epoch, epochs, random: new Random(seed) });

/** What a batch trains on, as words: each span's sentence, bounds and label. */
function trainedSpans(task: Task, batch: readonly number[], feeds: Tensors) {
  const rows = batch.flatMap((i) => task.sentences[i]!.tokens.map((_, word) => ({ sentence: i, word })));
  const numbers = (name: string) => Array.from(feeds[name]!.data, Number);
  const [starts, ends, classes] = ["spans.starts", "spans.ends", "spans.labels"].map(numbers);
  return classes!.map((label, i) => {
    const [first, last] = [rows[starts![i]!]!, rows[ends![i]!]!];
    expect(last.sentence).toBe(first.sentence);
    const end = last.word + 1;
    return {
      sentence: first.sentence,
      start: first.word,
      end,
      label: label === 0 ? "O" : task.labels.labelOf(label),
    };
  });
}

async function fed(learner: Learner, batch: readonly number[], seed = 1): Promise<Tensors> {
  const feeds = await learner.graph.feed(batch, place(seed));
  expect(feeds).toBeDefined();
  return feeds!;
}

test("a packed batch trains every entity of its sentences once, and drawn spans that are none", async () => {
  const task = tinyTask(demo);
  const learner = learn("uniform", task, { sampler: { kind: "uniform", rate: 0.8 } });
  const batch = [7, 0, 31];
  const spans = trainedSpans(task, batch, await fed(learner, batch));
  for (const i of batch) {
    const own = spans.filter((span) => span.sentence === i);
    const { entities, tokens } = task.sentences[i]!;
    const positives = own.filter(({ label }) => label !== "O");
    expect(positives.map(({ start, end, label }) => ({ start, end, label }))).toEqual(entities);
    const negatives = own.filter(({ label }) => label === "O");
    expect(negatives).toHaveLength(Math.ceil(0.8 * tokens.length - 1e-9));
    const labelled = new Set(entities.map(spanKey));
    expect(negatives.some((span) => labelled.has(spanKey(span)))).toBe(false);
    expect(new Set(negatives.map(spanKey)).size).toBe(negatives.length);
  }
  await learner.dispose();
});

test.each(["ce", "uniform", "weighted", "scl-rai", "nrces"])(
  "%s: the same place gives the same numbers, dropout included, and another one others",
  async (name) => {
    const learner = learn(name, tinyTask(demo));
    const again = learn(name, tinyTask(demo));
    const batch = [3, 1, 4, 15];
    const feeds = await fed(learner, batch);
    // What was fed in between leaves no trace.
    await fed(learner, [9, 2], 6);
    expect(await fed(learner, batch)).toEqual(feeds);
    expect(await fed(again, batch)).toEqual(feeds);
    const other = await fed(learner, batch, 2);
    expect(Object.keys(other)).toEqual(Object.keys(feeds));
    expect(other["encoder.input.dropout"]).not.toEqual(feeds["encoder.input.dropout"]);
    const draws = ["uniform", "weighted", "scl-rai"].includes(name);
    // Weighted draws happen in the graph, by the noise that is fed.
    const drawn = name === "weighted" ? "pool.noise" : "spans.starts";
    expect(other[drawn]!.data.join() !== feeds[drawn]!.data.join()).toBe(draws);
    await learner.dispose();
    await again.dispose();
  },
);

test("a batch has nothing to learn from where nothing is labelled and nothing drawn", async () => {
  const sentences = [sentence("a b c"), sentence("d e", [[0, 1, "PER"]]), sentence("")];
  const none = learn("uniform", tinyTask(sentences), { sampler: { kind: "uniform", rate: 0 } });
  expect(await none.graph.feed([0, 2], place())).toBeUndefined();
  expect((await fed(none, [0, 1]))["spans.labels"]!.data).toEqual(BigInt64Array.of(1n));
  for (const name of ["ce", "weighted", "nrces"]) {
    const learner = learn(name, tinyTask(sentences));
    expect(await learner.graph.feed([2], place())).toBeUndefined();
    await learner.dispose();
  }
});

test("ce trains every candidate, in partial sentences and in those complete for some labels too", async () => {
  const given: Completeness[] = ["complete", "partial", { complete: ["PER"] }];
  const sentences = given.map((completeness) => sentence("a b c d", [[1, 3, "PER"]], { completeness }));
  const task = tinyTask(sentences);
  const learner = learn("ce", task);
  const spans = trainedSpans(task, [0, 1, 2], await fed(learner, [0, 1, 2]));
  for (const i of [0, 1, 2]) {
    // Spans of up to 2 words: 4 + 3, of which one is the entity.
    const own = spans.filter((span) => span.sentence === i && span.label === "O");
    expect(own.map(spanKey)).toEqual(["0:1", "0:2", "1:2", "2:3", "2:4", "3:4"]);
  }
});

test("rates by source reach the draw", async () => {
  const given: Completeness[] = ["complete", "partial", { complete: ["PER"] }];
  const words = Array.from({ length: 10 }, (_, i) => `w${i}`).join(" ");
  const sentences = given.map((completeness) => sentence(words, [[1, 3, "PER"]], { completeness }));
  const task = tinyTask(sentences);
  const rate = { complete: 0.9, partial: 0.1, listed: 0.5 };
  for (const kind of ["uniform", "weighted"]) {
    const learner = learn(kind, task, {
      sampler: { kind, rate, ...(kind === "weighted" && { scores: "fresh" }) },
    });
    const spans = trainedSpans(task, [0, 1, 2], await fed(learner, [0, 1, 2]));
    const drawn = [0, 1, 2].map((i) => spans.filter((s) => s.sentence === i && s.label === "O").length);
    expect(drawn).toEqual([9, 1, 5]);
    await learner.dispose();
  }
});

test("the whole graph: weights of a class unknown in all sentences of a batch get no gradient from it", async () => {
  const sentences = [
    sentence("Ada met Bob in Paris", [[0, 1, "PER"]], { completeness: { complete: ["PER"] } }),
    sentence("Bob left", [[0, 1, "PER"]]),
    sentence("Rome fell", [[0, 1, "LOC"]]),
  ];
  for (const name of ["ce", "weighted", "nrces"]) {
    const task = tinyTask(sentences);
    const learner = learn(name, task);
    const { parameters } = task;
    const loss = learner.graph.build({ parameters, training: true });
    const step = await GradientStep.compile({ ...quietSession, loss, parameters });
    // Classes O, LOC, PER: the bias of the last layer shows what each of them learns.
    const slope = async (batch: readonly number[]) => {
      const { gradients } = await step.run(await fed(learner, batch));
      const bias = gradients.get("head.label.bias")!;
      return bias.kind === "dense" ? Array.from(bias.values, (value) => value === 0) : [];
    };
    expect(await slope([0])).toEqual([false, true, false]);
    expect(await slope([1])).toEqual([false, false, false]);
    expect(await slope([0, 2])).toEqual([false, false, false]);
    await step.dispose();
    await learner.dispose();
  }
});

test("weighted: what is drawn is what the sampler draws from the model's own probabilities", async () => {
  const task = tinyTask(demo, { encoder: tinyEncoder({ dropout: 0 }) });
  const options = {
    kind: "weighted",
    scores: "fresh",
    rate: 0.6,
    shape: "power",
    power: 3,
    epsilon: 1e-4,
  } as const;
  const learner = learn("weighted", task, { sampler: options, head: { kind: "span", dropout: 0 } });
  const { encoder, parameters, labels, prepared } = task;
  learner.graph.build({ parameters, training: true });
  // Scores far apart, so that probabilities in the wrong place would be noticed.
  const { values } = parameters.get("head.label.weight");
  values.set(values.map((value) => 20 * value));
  const predictor = await Predictor.compile({
    encoder,
    model: learner.model,
    parameters,
    session: quietSession,
  });
  const batch = [12, 5, 30];
  const spans = trainedSpans(task, batch, (await learner.graph.feed(batch, place(8, 1)))!);
  const { maxWidth } = learner.model.config as unknown as { maxWidth: number };
  const corpus = spanCorpus(task.sentences, labels, maxWidth);
  const random = new Random(8);
  for (const i of batch) {
    // One sentence at a time, all its spans, of which the candidates are picked.
    const { probabilities } = await predictor.outputs([prepared[i]!]);
    const index = spanIndex([prepared[i]!.words], maxWidth);
    const candidates = corpus.candidates(i);
    const own = new Float32Array(candidates.count * labels.classes);
    for (let c = 0; c < candidates.count; c++) {
      const { start, end } = candidates.at(c);
      const at = index.positionOf(0, start, end) * labels.classes;
      own.set((probabilities!.data as Float32Array).subarray(at, at + labels.classes), c * labels.classes);
    }
    const wanted = weightedNegatives(candidates, own, { ...options, epoch: 1, epochs: 3 }, random);
    expect(spans.filter((s) => s.sentence === i && s.label === "O").map(spanKey)).toEqual(
      wanted.map(spanKey),
    );
  }
  await predictor.dispose();
  await learner.dispose();
});

test("weighted: entities that the model finds by itself are drawn less often than by chance", async () => {
  // Every capitalised word is an entity, and every second of them has no label.
  const sentences = demo.map((s): Sentence => {
    const found = s.tokens.flatMap((token, i) =>
      /^[A-Z]/.test(token) ? [{ start: i, end: i + 1, label: "CAP" }] : [],
    );
    const [entities, hidden] = [0, 1].map((rest) => found.filter((_, i) => i % 2 === rest));
    return { ...s, entities: entities!, hidden: hidden!, completeness: "partial" };
  });
  const truth = sentences.map(
    (s): Sentence => ({ ...s, entities: [...s.entities, ...s.hidden!], hidden: [] }),
  );
  const encoder = tinyEncoder({ dropout: 0 });
  const task = tinyTask(sentences, { encoder });
  const { parameters } = task;
  // A model that is sure of what it says: trained on the true labels.
  const sure = learn("ce", { ...tinyTask(truth, { encoder }), parameters });
  const loss = sure.graph.build({ parameters, training: true });
  const step = await GradientStep.compile({ ...quietSession, loss, parameters });
  const optimiser = adamW(step.trained, { learningRate: 0.02 });
  const all = sentences.map((_, i) => i);
  for (let i = 0; i < 12; i++)
    optimiser.step((await step.run((await sure.graph.feed(all, place(i)))!)).gradients);
  await step.dispose();

  const missampling = async (name: string, sampler: object) => {
    const learner = learn(name, task, { sampler });
    for (let i = 0; i < 6; i++) await learner.graph.feed(all, place(i, 2));
    const { missampling: rate, hiddenNonEntity } = await learner.metrics!.endEpoch({
      stage: 0,
      epoch: 2,
      epochs: 3,
    });
    await learner.dispose();
    expect(hiddenNonEntity).toBeLessThan(0.1);
    return rate!;
  };
  const uniform = await missampling("uniform", { kind: "uniform" });
  expect(uniform).toBeGreaterThan(0.05);
  expect(await missampling("weighted", { kind: "weighted" })).toBeLessThan(0.9 * uniform);
  // Where the model is sure of everything, only its non-entity score tells negatives from entities.
  expect(await missampling("weighted", { kind: "weighted", shape: "safe" })).toBeLessThan(uniform / 3);
});

test("spans are as wide as the longest entity, or as told, and the loss is told", () => {
  const sentences = [
    sentence("a b c d e f", [
      [0, 5, "ORG"],
      [5, 6, "PER"],
    ]),
  ];
  const widest = (name: string, options: object = {}) => {
    const learner = learn(name, tinyTask(sentences), options);
    return [learner.model.config.maxWidth, learner.notices];
  };
  expect(widest("weighted")).toEqual([5, []]);
  expect(widest("nrces")).toEqual([10, []]);
  expect(widest("weighted", { maxWidth: 9 })).toEqual([9, []]);
  const [width, [notice]] = widest("weighted", { maxWidth: 3 }) as [number, string[]];
  expect(width).toBe(3);
  expect(notice).toBe(
    '1 of 2 training entities are longer than 3 words and are not learnt (the longest has 5); raise "maxWidth" to keep them',
  );
});
