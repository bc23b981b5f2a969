import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { meetingCorpus } from "../../../test/support/meeting-corpus.ts";
import {
  learn,
  quietSession,
  sentence,
  tinyEncoder,
  tinyTask,
} from "../../../test/support/models/tiny-task.ts";
import { type Sentence, spanKey } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { createScorer } from "../../evaluation/index.ts";
import { adamW, GradientStep, type Tensors } from "../../graph/index.ts";
import { gridRows, Predictor, thresholdTable, typeTable } from "../../models/index.ts";
import { Random } from "../../random.ts";
import type { Learner } from "../learner.ts";
import type { Task } from "../method.ts";
import { spansOfMask } from "./draw.ts";

const meetings = meetingCorpus(36);
const demo = demoCorpus({ train: 60, dev: 1, test: 1 }).train;
const place = (seed = 1, epoch = 0, epochs = 3) => ({ stage: 0, epoch, epochs, random: new Random(seed) });
const withDev = (task: Task): Task => ({
  ...task,
  dev: task.sentences,
});

async function fed(learner: Learner, batch: readonly number[], seed = 1): Promise<Tensors> {
  const feeds = await learner.graph.feed(batch, place(seed));
  expect(feeds).toBeDefined();
  return feeds!;
}

/** Trains for some rounds over all sentences and scores what is then found in them: F1 in per cent. */
async function trained(task: Task, learner: Learner, rounds: number): Promise<number> {
  const { parameters } = task;
  const loss = learner.graph.build({ parameters, training: true });
  const step = await GradientStep.compile({ ...quietSession, loss, parameters });
  const optimiser = adamW(step.trained, { learningRate: 0.01 });
  const all = task.sentences.map((_, i) => i);
  for (let round = 0; round < rounds; round++) {
    for (let from = 0; from < all.length; from += 12) {
      const { gradients } = await step.run(
        await fed(learner, all.slice(from, from + 12), round * 100 + from),
      );
      optimiser.step(gradients);
    }
  }
  await learner.fit!.refresh("all", { stage: 0, epoch: 0, epochs: 1 });
  const predictor = await Predictor.compile({ ...task, model: learner.model });
  const found = await predictor.tag(task.prepared);
  const scorer = createScorer();
  for (const [i, gold] of task.sentences.entries()) scorer.add(gold, found[i]!);
  await predictor.dispose();
  await step.dispose();
  await learner.dispose();
  return scorer.result().micro.f1;
}

describe("learns a small corpus", () => {
  test.each([
    ["guideline", {}],
    ["keyword", { inference: "joint" }],
    ["atomic", { threshold: "learned" }],
    ["prototype", { threshold: "tuned" }],
    ["atomic", { threshold: "tuned", inference: "joint" }],
  ] as const)(
    "types by %s, %j",
    async (source, options) => {
      const task = withDev(tinyTask(meetings, { encoder: tinyEncoder({ width: 24, dropout: 0 }) }));
      const learner = learn("binder", task, {
        types: { source },
        head: { width: 16, dropout: 0 },
        ...options,
      });
      expect(await trained(task, learner, 15)).toBeGreaterThan(85);
      if ("threshold" in options) {
        expect([...task.parameters.get(thresholdTable("span")).values].some((value) => value !== 0)).toBe(
          true,
        );
      }
    },
    30_000,
  );

  test.each(["uniform", "weighted"])(
    "half of the labels gone, negatives drawn %s",
    async (kind) => {
      const partial = meetings.map(
        (own, i): Sentence => ({
          ...own,
          entities: own.entities.filter((_, j) => (i + j) % 2 === 0),
          completeness: "partial",
        }),
      );
      const labels = ["PERSON", "PLACE"];
      const task = tinyTask(partial, { encoder: tinyEncoder({ width: 24, dropout: 0 }), labels });
      const learner = learn("binder", task, { sampler: { kind, rate: 1 }, head: { width: 16, dropout: 0 } });
      expect(await trained(task, learner, 15)).toBeGreaterThan(50);
    },
    30_000,
  );
});

test("the same place gives the same numbers, dropout included, and another one others", async () => {
  for (const options of [{}, { sampler: { kind: "weighted" } }, { types: { source: "prototype" } }]) {
    const learner = learn("binder", tinyTask(demo), options);
    const again = learn("binder", tinyTask(demo), options);
    const feeds = await fed(learner, [3, 1, 4]);
    await fed(learner, [9, 2], 6);
    expect(await fed(learner, [3, 1, 4])).toEqual(feeds);
    expect(await fed(again, [3, 1, 4])).toEqual(feeds);
    expect(await fed(learner, [3, 1, 4], 2)).not.toEqual(feeds);
  }
});

describe("negatives", () => {
  const corpus = [
    sentence("Ada met Bob in Bath", [[0, 1, "PER"]], { completeness: "partial" }),
    sentence("Ada met Bob in Bath today", [
      [0, 1, "PER"],
      [4, 5, "LOC"],
    ]),
    sentence("nobody was there", [], { completeness: { complete: ["PER"] } }),
    sentence("who was that", [], { unknown: [1] }),
  ];
  const chosen = (feeds: Tensors, lengths: readonly number[], maxWidth: number) =>
    spansOfMask(feeds["batch.chosen"]!.data as Uint8Array, lengths, maxWidth);

  test("complete sentences give all, partial ones what is drawn, and entities are always there", async () => {
    const learner = learn("binder", tinyTask(corpus), {
      sampler: { kind: "uniform", rate: 0.4 },
      maxWidth: null,
    });
    const feeds = await fed(learner, [0, 1, 2, 3]);
    const [drawn, all, listed, unknown] = chosen(feeds, [5, 6, 3, 3], 1);
    // ⌈0.4 · 5⌉ = 2 draws and the entity; all entities have one word, so there are as many spans as words.
    expect(drawn).toHaveLength(3);
    expect(drawn!.map(spanKey)).toContain(spanKey({ start: 0, end: 1 }));
    expect(all).toHaveLength(6);
    expect(unknown).toEqual([
      { start: 0, end: 1 },
      { start: 2, end: 3 },
    ]);
    expect(listed).toHaveLength(3);
    // LOC, then PER: nothing is known about LOC in the last sentence.
    expect([...feeds["batch.known"]!.data]).toEqual([1, 1, 1, 1, 0, 1, 1, 1]);
    expect(Array.from(feeds["batch.places"]!.data, Number)).toEqual([0, 1, 1, 1, 1, 0]);
    await learner.dispose();
  });

  test("windows without annotations may be left out", async () => {
    const task = tinyTask([...corpus, sentence("no word on it", [], { completeness: "partial" })]);
    const counts = async (windows: string) => {
      const learner = learn("binder", task, { windows });
      const feeds = await learner.graph.feed([2, 4, 0], place());
      expect((await learner.graph.feed([4], place())) === undefined).toBe(windows !== "all");
      await learner.dispose();
      return feeds!["batch.members"]!.shape[0];
    };
    expect(await counts("annotated")).toBe(1);
    expect(await counts("complete")).toBe(2);
    expect(await counts("all")).toBe(3);
  });

  test("weighted draws happen in the graph: so many for each partial sentence, and no entity", async () => {
    const hidden = demo.map(
      (own): Sentence => ({
        ...own,
        entities: own.entities.slice(0, 1),
        hidden: own.entities.slice(1),
        completeness: "partial",
      }),
    );
    const labels = demo.flatMap(({ entities }) => entities.map(({ label }) => label));
    const task = tinyTask(hidden, { labels });
    const learner = learn("binder", task, {
      sampler: { kind: "weighted", rate: 0.5 },
      maxWidth: 4,
      windows: "all",
    });
    const loss = learner.graph.build({ parameters: task.parameters, training: true });
    const outputs = learner.graph.watch!.nodes();
    const step = await GradientStep.compile({ ...quietSession, loss, parameters: task.parameters, outputs });
    const batch = [5, 0, 7];
    const result = await step.run(await fed(learner, batch));
    const lengths = batch.map((i) => hidden[i]!.tokens.length);
    const mask = result.outputs.drawn!.data as Float32Array;
    const words = lengths.reduce((a, b) => a + b);
    const maxWidth = Math.round(mask.length / gridRows(words, 4));
    spansOfMask(mask, lengths, maxWidth).forEach((drawn, i) => {
      expect(drawn).toHaveLength(Math.ceil(0.5 * lengths[i]!));
      const labelled = new Set(hidden[batch[i]!]!.entities.map(spanKey));
      expect(drawn.some((span) => labelled.has(spanKey(span)))).toBe(false);
    });
    learner.graph.watch!.observe(result.outputs);
    expect(learner.metrics!.counts().negatives).toBe(lengths.reduce((sum, n) => sum + Math.ceil(0.5 * n), 0));
    const found = await learner.metrics!.endEpoch({ stage: 0, epoch: 0, epochs: 1 });
    expect(found.hiddenNonEntity).toBeGreaterThan(0);
    expect(found.drawnEntropy).toBeGreaterThan(0);
    await step.dispose();
    await learner.dispose();
  });
});

test("types are told by their descriptions, and what has none is named", async () => {
  const file = join(tmpdir(), `lacuna-types-${process.pid}.json`);
  writeFileSync(file, JSON.stringify({ PER: "people, by their names" }));
  const task = tinyTask([
    sentence("Ada met Bob in Bath", [
      [0, 1, "PER"],
      [4, 5, "LOC"],
    ]),
  ]);
  const learner = learn("binder", task, { types: { file } });
  expect(learner.notices).toEqual(["1 of 2 types have no description and are told by a keyword: LOC"]);
  const other = learn("binder", tinyTask(task.sentences), {});
  learner.graph.build({ parameters: task.parameters, training: true });
  await learner.fit!.refresh("all", { stage: 0, epoch: 0, epochs: 1 });
  const vectors = task.parameters.get(typeTable("span")).values;
  expect(vectors).toHaveLength(2 * 128);
  // Of length 1, and not the same.
  const [first, second] = [vectors.subarray(0, 128), vectors.subarray(128)];
  expect(first.reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 5);
  expect([...first]).not.toEqual([...second]);
  await learner.dispose();
  await other.dispose();
});

test("tuned thresholds need dev sentences", () => {
  expect(() => learn("binder", tinyTask(demo), { threshold: "tuned" })).toThrow(
    /needs complete dev sentences/,
  );
  const partial = demo.map((sentence) => ({ ...sentence, completeness: "partial" as const }));
  expect(() => learn("binder", { ...tinyTask(demo), dev: partial }, { threshold: "tuned" })).toThrow(
    /needs complete dev sentences/,
  );
});

test("says so where there are no types to learn", () => {
  expect(() => learn("binder", tinyTask([sentence("nobody came")]))).toThrow(
    /no training sentence has an entity/,
  );
});
