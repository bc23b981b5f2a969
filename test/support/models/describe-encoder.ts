import { describe, expect, test } from "vitest";
import { createEncoder } from "../../../src/encoders/create-encoder.ts";
import type { Encoder } from "../../../src/encoders/encoder.ts";
import { ParameterStore } from "../../../src/graph/index.ts";
import { Random } from "../../../src/random.ts";
import { checkEncoderGradients } from "./check-encoder-gradients.ts";
import { type Encoded, encodeOnce, encoderRunner } from "./encoder-runner.ts";

const SENTENCES = [
  ["John", "Smith", "visited", "New", "York", "in", "1996", "."],
  ["EU", "rejects", "German", "call"],
  ["北", "京", "在", "中", "国", "。"],
  ["Hm"],
  [
    "The",
    "naïve",
    "café",
    "😀",
    "re-opened",
    "\u200d",
    "a b",
    "the",
    "the",
    "antidisestablishmentarianism-and-so-on",
  ],
];

/**
 * What every encoder must hold to.
 *
 * @param make a small encoder (gradients are checked number by number), with dropout
 */
export function describeEncoder(name: string, make: () => Encoder | Promise<Encoder>): void {
  describe(`${name} as an encoder`, () => {
    test("gives one vector for each word and for each sentence, no two sentences alike", async () => {
      const encoder = await make();
      const { words, sentences } = await encoded(encoder, SENTENCES);
      expect(words.map(({ length }) => length)).toEqual(SENTENCES.map(({ length }) => length));
      for (const vector of [...words.flat(), ...sentences]) {
        expect(vector).toHaveLength(encoder.dim);
        expect(vector.every(Number.isFinite)).toBe(true);
      }
      expect(new Set(sentences.map(String)).size).toBe(SENTENCES.length);
      expect(new Set(words[0]!.map(String)).size).toBe(SENTENCES[0]!.length);
    });

    test("a batch is encoded as its sentences are one by one: nothing leaks", async () => {
      const encoder = await make();
      const runner = await encoderRunner(encoder);
      const together = await runner.encode(SENTENCES);
      for (const [i, sentence] of SENTENCES.entries()) {
        const alone = await runner.encode([sentence]);
        expect(difference(alone, part(together, [i]))).toBeLessThan(1e-5);
      }
      await runner.dispose();
    });

    test("the order of sentences in a batch does not matter", async () => {
      const runner = await encoderRunner(await make());
      const order = [3, 0, 4, 2, 1];
      const [straight, mixed] = [
        await runner.encode(SENTENCES),
        await runner.encode(order.map((i) => SENTENCES[i]!)),
      ];
      expect(difference(part(straight, order), mixed)).toBeLessThan(1e-5);
      await runner.dispose();
    });

    test("its neighbours change a word's vector", async () => {
      const { words } = await encoded(await make(), [
        ["in", "Washington", "today"],
        ["Mr.", "Washington", "said"],
      ]);
      expect(apart(words[0]![1]!, words[1]![1]!)).toBeGreaterThan(1e-3);
    });

    test("comes back from its config and files, with the same numbers", async () => {
      const encoder = await make();
      const first = await encoderRunner(encoder);
      const again = createEncoder(JSON.parse(JSON.stringify(encoder.config)), await encoder.files());
      expect(again.dim).toBe(encoder.dim);
      expect(again.config).toEqual(JSON.parse(JSON.stringify(encoder.config)));
      expect(again.frozen ?? []).toEqual(encoder.frozen ?? []);
      const store = new ParameterStore({ seed: 99 });
      again.build({ parameters: store, training: false });
      store.restore(first.store.snapshot());
      const second = await encoderRunner(again, { store });
      expect(await second.encode(SENTENCES)).toEqual(await first.encode(SENTENCES));
      await first.dispose();
      await second.dispose();
    });

    test("the same seed gives the same bits, another seed others", async () => {
      const of = async (seed: number) =>
        encoded(await make(), SENTENCES, { store: new ParameterStore({ seed }) });
      const first = await of(5);
      expect(await of(5)).toEqual(first);
      expect(difference(await of(6), first)).toBeGreaterThan(1e-3);
    });

    test("training draws from the given random and from nothing else", async () => {
      const encoder = await make();
      const store = new ParameterStore({ seed: 1 });
      const training = await encoderRunner(encoder, { store, training: true });
      const plain = await encoded(encoder, SENTENCES, { store });
      const first = await training.encode(SENTENCES, new Random(1));
      expect(difference(first, plain)).toBeGreaterThan(1e-3);
      expect(await training.encode(SENTENCES, new Random(1))).toEqual(first);
      expect(difference(await training.encode(SENTENCES, new Random(2)), first)).toBeGreaterThan(1e-3);
      await training.dispose();
    });

    test("every trained weight has the right gradient", async () => {
      await checkEncoderGradients(await make(), [["New", "York", "re-opened"], ["京"], ["the", "York"]]);
    });

    test("an empty batch, and a sentence without words among others", async () => {
      const runner = await encoderRunner(await make());
      expect(await runner.encode([])).toEqual({ words: [], sentences: [] });
      const alone = await runner.encode([["Hm"]]);
      const beside = await runner.encode([[], ["Hm"], []]);
      expect(beside.words.map(({ length }) => length)).toEqual([0, 1, 0]);
      expect(beside.sentences.flat().every(Number.isFinite)).toBe(true);
      expect(difference(part(beside, [1]), alone)).toBeLessThan(1e-5);
      await runner.dispose();
    });

    test("a sentence of 300 words is read to its end", async () => {
      const encoder = await make();
      const long = Array.from({ length: 300 }, (_, i) => `word${i % 17}`);
      expect(encoder.prepare(long)).toMatchObject({ words: 300, unseen: [] });
      const { words } = await encoded(encoder, [long, long.with(299, "Amsterdam")]);
      expect(words[0]).toHaveLength(300);
      expect(apart(words[0]![299]!, words[1]![299]!)).toBeGreaterThan(1e-3);
    });
  });
}

function encoded(
  encoder: Encoder,
  sentences: readonly (readonly string[])[],
  options: { store?: ParameterStore } = {},
): Promise<Encoded> {
  return encodeOnce(
    encoder,
    sentences.map((sentence) => encoder.prepare(sentence)),
    options,
  );
}

function part({ words, sentences }: Encoded, which: readonly number[]): Encoded {
  return { words: which.map((i) => words[i]!), sentences: which.map((i) => sentences[i]!) };
}

/** The largest difference between two results of the same shape. */
function difference(a: Encoded, b: Encoded): number {
  expect(a.words.map(({ length }) => length)).toEqual(b.words.map(({ length }) => length));
  const [left, right] = [a, b].map(({ words, sentences }) => [...words.flat(2), ...sentences.flat()]) as [
    number[],
    number[],
  ];
  return apart(left, right);
}

function apart(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}
