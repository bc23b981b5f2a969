import { expect, test } from "vitest";
import { smallSpelling } from "../../../test/support/models/small-features.ts";
import { cnnEncoder } from "../../encoders/index.ts";
import { evaluate, ParameterStore, Session } from "../../graph/index.ts";
import { labelSet } from "../label-set.ts";
import { decodeSpans } from "./decode.ts";
import { feedAllSpans, scoreAllSpans } from "./score-all-spans.ts";
import { spanClassifier } from "./span-classifier.ts";
import type { SpanHead, SpanHeadSizes } from "./span-head.ts";
import { feedSpans, spanNodes } from "./span-nodes.ts";
import { widthClassifier } from "./width-classifier.ts";

const MAX_WIDTH = 3;
const sentences = [
  ["John", "Smith", "visited", "New", "York"],
  ["Hm"],
  [],
  ["EU", "rejects", "German", "call"],
];
const labels = labelSet(["LOC", "PER"]);
const encoder = cnnEncoder({ width: 8, depth: 1, features: [smallSpelling()] });
const sizes: SpanHeadSizes = { dim: encoder.dim, classes: labels.classes };

const heads: readonly (readonly [string, SpanHead])[] = [
  ["span", spanClassifier(sizes, { width: 6 })],
  ["width", widthClassifier(sizes, { width: 6, embedding: 4, maxWidth: MAX_WIDTH })],
];

function model(head: SpanHead) {
  const parameters = new ParameterStore({ seed: 2 });
  const { words } = encoder.build({ parameters, training: false });
  const all = scoreAllSpans(head, { parameters }, { words });
  const bound = Object.fromEntries(
    [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  return { parameters, words, all, bound };
}

test.each(heads)("%s: a batch gives each sentence the probabilities it has alone", async (_, head) => {
  const { all, bound } = model(head);
  const session = await Session.compile({ outputs: { p: all.probabilities }, bound, threads: 1 });
  const run = async (batch: readonly (readonly string[])[]) => {
    const prepared = batch.map((words) => encoder.prepare(words));
    const { index, feeds } = feedAllSpans(prepared, MAX_WIDTH);
    const fed = { ...encoder.feed(prepared), ...feeds };
    const wanted = Object.fromEntries(session.inputs.map(({ name }) => [name, fed[name]!]));
    const { p } = await session.run(wanted);
    return { index, data: p!.data as Float32Array };
  };
  const together = await run(sentences);
  // 5 words: 5 + 4 + 3 spans; 1 word: 1; none: 0; 4 words: 4 + 3 + 2.
  expect(together.index.count).toBe(12 + 1 + 0 + 9);
  expect(together.data).toHaveLength(22 * 3);
  for (let row = 0; row < together.data.length; row += 3) {
    expect(together.data[row]! + together.data[row + 1]! + together.data[row + 2]!).toBeCloseTo(1, 5);
  }
  expect(new Set(together.data).size).toBeGreaterThan(60);
  for (const [i, sentence] of sentences.entries()) {
    const alone = await run([sentence]);
    const [from, to] = [together.index.spanOffsets[i]!, together.index.spanOffsets[i + 1]!];
    const part = together.data.subarray(3 * from, 3 * to);
    expect(part.length).toBe(alone.data.length);
    part.forEach((value, k) => {
      expect(Math.abs(value - alone.data[k]!)).toBeLessThan(1e-6);
    });
    const decoded = decodeSpans(together.data, together.index, labels, { mode: "nested" })[i]!;
    const own = decodeSpans(alone.data, alone.index, labels, { mode: "nested" })[0]!;
    expect(decoded.map(({ start, end, label }) => [start, end, label])).toEqual(
      own.map(({ start, end, label }) => [start, end, label]),
    );
  }
  await session.dispose();
});

test.each(heads)("%s: probabilities are the softmax of the head's scores", (_, head) => {
  const { parameters, words, all, bound } = model(head);
  const { scores } = head.build({ parameters, training: false }, words, spanNodes());
  const prepared = sentences.map((sentence) => encoder.prepare(sentence));
  const feeds = { ...encoder.feed(prepared), ...feedAllSpans(prepared, MAX_WIDTH).feeds, ...bound };
  const [raw, probabilities] = evaluate([scores, all.probabilities], feeds);
  for (let row = 0; row < raw!.data.length; row += 3) {
    const powers = [...raw!.data.subarray(row, row + 3)].map(Math.exp);
    const sum = powers.reduce((a, b) => a + b);
    powers.forEach((power, k) => {
      expect(probabilities!.data[row + k]).toBeCloseTo(power / sum, 12);
    });
  }
});

test("two lists of spans in one graph: those to train, with dropout, and the pool, without", () => {
  const [, head] = heads[0]!;
  const parameters = new ParameterStore({ seed: 2 });
  const { words } = encoder.build({ parameters, training: false });
  const pool = scoreAllSpans(head, { parameters }, { words }, "pool");
  const { vectors } = head.build(
    { parameters, training: true },
    words,
    spanNodes({ name: "trained", training: true }),
  );
  const prepared = sentences.map((sentence) => encoder.prepare(sentence));
  const { index, feeds } = feedAllSpans(prepared, MAX_WIDTH, "pool");
  const [chosen, other] = [index.positionOf(0, 3, 5), index.positionOf(3, 0, 1)];
  const rows = {
    starts: [chosen, other].map((i) => index.starts[i]!),
    ends: [chosen, other].map((i) => index.ends[i]!),
  };
  const masks = Object.fromEntries(
    [
      ["head.dropout.starts", 10, 8],
      ["head.dropout.ends", 10, 8],
      ["head.dropout.products", 2, 8],
    ].map(([name, count, dim]) => [
      name as string,
      { data: new Float32Array(Number(count) * Number(dim)).fill(1), shape: [Number(count), Number(dim)] },
    ]),
  );
  const weights = Object.fromEntries(
    [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const fed = {
    ...encoder.feed(prepared),
    ...feeds,
    ...feedSpans(rows, { name: "trained", words: 10 }),
    ...masks,
    ...weights,
  };
  const [all, trained] = evaluate([pool.vectors, vectors], fed);
  // With masks of ones, a trained span has the vector that it has in the pool.
  [chosen, other].forEach((position, i) => {
    expect([...trained!.data.subarray(6 * i, 6 * i + 6)]).toEqual([
      ...all!.data.subarray(6 * position, 6 * position + 6),
    ]);
  });
});
