import { expect, test } from "vitest";
import type { Encoder, Prepared } from "../encoders/index.ts";
import { labelSet, type Model } from "../models/index.ts";
import { SentenceTagger, type TaggedBatch } from "./sentence-tagger.ts";

interface Words extends Prepared {
  readonly texts: readonly string[];
}

const encoder = {
  dim: 1,
  config: { kind: "words" },
  prepare: (texts: readonly string[]): Words => ({
    texts,
    words: texts.length,
    cost: texts.length,
    unseen: [],
  }),
  feed: () => ({}),
} as unknown as Encoder;

/** Finds the first word of each sentence; cannot decode one that begins with "poison". */
const model = {
  config: { kind: "first" },
  labels: labelSet(["X"]),
  reads: [],
  feed: () => ({}),
  decode: (_: unknown, batch: readonly Words[]) =>
    batch.map(({ texts }) => {
      if (texts[0] === "poison") throw new Error("this cannot be read");
      return [{ start: 0, end: 1, label: "X", score: 1 }];
    }),
} as unknown as Model;

/** A tagger whose batches end one by one when the test says so. */
function stepwise(options: { batchWords?: number; batchesAhead?: number } = {}) {
  const batches: TaggedBatch[] = [];
  const waiting: (() => void)[] = [];
  let runs = 0;
  const tagger = new SentenceTagger({
    encoder,
    model,
    session: {
      run: () => {
        runs++;
        return new Promise((resolve) => waiting.push(() => resolve({})));
      },
      dispose: async () => {},
    },
    onBatch: (batch) => batches.push(batch),
    ...options,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 1));
  return {
    tagger,
    batches,
    runs: () => runs,
    async step() {
      await settle();
      waiting.shift()?.();
      await settle();
    },
  };
}

test("calls that come while a batch is computed share the next one", async () => {
  const { tagger, batches, step } = stepwise();
  const first = tagger.tag([["a", "b"]]);
  await new Promise((resolve) => setTimeout(resolve, 1));
  const others = [tagger.tag([["c"]]), tagger.tag([["d", "e", "f"], ["g"]])];
  await step();
  await step();
  await Promise.all([first, ...others]);
  expect(batches.map(({ calls, sentences, words }) => [calls, sentences, words])).toEqual([
    [1, 1, 2],
    [2, 3, 5],
  ]);
});

test("a call that is given up while it waits is not computed", async () => {
  const { tagger, runs, step } = stepwise();
  const first = tagger.tag([["a"]]);
  await new Promise((resolve) => setTimeout(resolve, 1));
  const control = new AbortController();
  const second = tagger.tag([["b"]], { signal: control.signal });
  control.abort(new Error("too late"));
  await expect(second).rejects.toThrow("too late");
  await step();
  await first;
  await step();
  expect(runs()).toBe(1);
  await expect(tagger.tag([["c"]], { signal: control.signal })).rejects.toThrow("too late");
});

test("of a large call that is given up, what is left is not computed", async () => {
  const { tagger, runs, step } = stepwise({ batchWords: 2 });
  const control = new AbortController();
  const large = tagger.tag(
    Array.from({ length: 10 }, () => ["a", "b"]),
    { signal: control.signal },
  );
  await step();
  expect(runs()).toBe(2);
  control.abort(new Error("too late"));
  await expect(large).rejects.toThrow("too late");
  await step();
  await step();
  expect(runs()).toBe(2);
});

test("one call that cannot be decoded fails alone", async () => {
  const { tagger, batches, step } = stepwise();
  const calls = [tagger.tag([["a"]]), tagger.tag([["poison"]]), tagger.tag([["c", "d"]])];
  const ends = Promise.allSettled(calls);
  // All three together, which fails, then each by itself.
  for (let i = 0; i < 4; i++) await step();
  expect((await ends).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(batches.map(({ calls, words }) => [calls, words]).sort()).toEqual([
    [1, 1],
    [1, 2],
  ]);
});

test("with few batches ahead a small call overtakes a large one", async () => {
  const { tagger, step } = stepwise({ batchWords: 2, batchesAhead: 1 });
  const done: string[] = [];
  const large = tagger.tag(Array.from({ length: 6 }, () => ["a", "b"])).then(() => done.push("large"));
  await new Promise((resolve) => setTimeout(resolve, 1));
  const small = tagger.tag([["c"]]).then(() => done.push("small"));
  for (let i = 0; i < 10; i++) await step();
  await Promise.all([large, small]);
  expect(done).toEqual(["small", "large"]);
});
