import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tinyEncoder } from "../../test/support/models/tiny-task.ts";
import { entityKey } from "../data/index.ts";
import { ParameterStore } from "../graph/index.ts";
import { labelSet, spanModel } from "../models/index.ts";
import { saveModelFolder } from "./save-model-folder.ts";
import { SpanScorer } from "./span-scorer.ts";
import { Tagger } from "./tagger.ts";

const labels = labelSet(["LOC", "PER"]);
const sentences = [["Ada", "met", "Bob"], ["No"], ["It", "rained", "in", "Rome", "."]].map((tokens) => ({
  tokens,
}));

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "lacuna-scorer-"));
  const encoder = tinyEncoder();
  const model = spanModel({ labels, dim: encoder.dim }, { head: { kind: "span", width: 6 }, maxWidth: 2 });
  const parameters = new ParameterStore({ seed: 2 });
  await saveModelFolder(dir, { encoder, model, parameters, config: { method: "test" } });
});
afterAll(() => rm(dir, { recursive: true }));

test("a saved model says of every sentence what it would tag, and of every span what it thinks", async () => {
  await using scorer = await SpanScorer.load(dir, { threads: 1 });
  await using tagger = await Tagger.load(dir, { threads: 1 });
  const tagged = await tagger.tagSentences(sentences);
  const found = [];
  for await (const own of scorer.scoreSentences(sentences, { floor: 0 })) found.push(own);
  found.sort((a, b) => a.position - b.position);
  expect(found.map(({ entities }) => entities.map(entityKey))).toEqual(
    tagged.map((own) => own.map(entityKey)),
  );
  // Spans of one and two words, of both labels: (3 + 2) · 2, 1 · 2 and (5 + 4) · 2.
  expect(found.map(({ candidates }) => candidates.length)).toEqual([10, 2, 18]);
  for (const { entities, candidates } of found) {
    for (const entity of entities) {
      const same = candidates.find((candidate) => entityKey(candidate) === entityKey(entity));
      expect(same!.score).toBeCloseTo(entity.score, 5);
    }
  }
  expect(scorer.widest).toBe(2);
  expect(scorer.labels.labels).toEqual(["LOC", "PER"]);
  expect(found.every(({ vectors }) => vectors === undefined)).toBe(true);
});

test("gives the vectors that are asked for", async () => {
  await using scorer = await SpanScorer.load(dir, { threads: 1 });
  const asked = new Map<number, number>();
  for await (const { position, vectors } of scorer.scoreSentences(sentences, {
    spansOf: (at, candidates) => {
      const spans = [{ start: 0, end: 1 }, ...candidates.slice(0, 1)];
      asked.set(at, spans.length);
      return spans;
    },
  })) {
    expect(vectors).toHaveLength(6 * asked.get(position)!);
    expect(vectors!.some((value) => value !== 0)).toBe(true);
  }
  expect(asked.size).toBe(3);
});
