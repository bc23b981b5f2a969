import fc from "fast-check";
import { expect, test } from "vitest";
import { COUNTS_PER_WORD, countNgrams, restoreNgrams, writeBuckets } from "./ngram-counts.ts";

const text = (...sentences: string[]) => sentences.map((sentence) => [...sentence]);

/** N-grams at 1 + 2 + 3 + 4 places, and two PMIs. */
const VALUES = 12;

/** The values of a word, in order: its unigram; bigrams and longer n-grams that begin with it, then those that begin before it; PMI. */
function valuesOf(buckets: Uint8Array, word: number) {
  const own = buckets.subarray(word * VALUES, (word + 1) * VALUES);
  return {
    alone: own[0],
    pairs: [...own.subarray(1, 3)],
    triples: [...own.subarray(3, 6)],
    fours: [...own.subarray(6, 10)],
    pmi: [...own.subarray(10)],
  };
}

test("a word gets the counts of the n-grams that it is part of", () => {
  const counts = countNgrams(text("太阳好", "太阳下", "太阳红", "看太阳"));
  const buckets = counts.buckets([..."大太阳"], []);
  // 太阳 was seen four times, which reaches two thresholds (2, 4); 大 never.
  expect(valuesOf(buckets, 0)).toEqual({
    alone: 0,
    pairs: [0, 0],
    triples: [0, 0, 0],
    fours: [0, 0, 0, 0],
    pmi: [0, 0],
  });
  // 太 begins 太阳. It stands 4 times among 12 words, as 阳 does: together 4 · 12 / (4 · 4) = 3 times as often as by chance, log₂ 3 ≈ 1.58, two thresholds (0, 1).
  expect(valuesOf(buckets, 1)).toMatchObject({ alone: 2, pairs: [2, 0], pmi: [0, 2] });
  expect(valuesOf(buckets, 2)).toMatchObject({ alone: 2, pairs: [0, 2], pmi: [2, 0] });
});

test("what a sentence has itself added does not count for it", () => {
  const sentences = text("太阳好", "太阳下", "太阳红", "看太阳");
  const counts = countNgrams(sentences);
  // Three are left: one threshold. By chance 3 · 3 / 9 = 1, together 3: log₂ 3 again.
  expect(valuesOf(counts.buckets(sentences[0]!, [sentences[0]!]), 0)).toMatchObject({
    alone: 1,
    pairs: [1, 0],
    pmi: [0, 2],
  });
  // Nothing was counted but the piece 好: 太阳 counts as in new text.
  expect(valuesOf(counts.buckets(sentences[0]!, [["好"]]), 0)).toMatchObject({ alone: 2, pairs: [2, 0] });
});

test("what one other sentence has is as good as unseen, in training as in new text", () => {
  const sentences = text("月亮", "月亮");
  const counts = countNgrams(sentences);
  expect(counts.buckets([..."月亮"], []).some((bucket) => bucket > 0)).toBe(true);
  expect(counts.buckets(sentences[0]!, [sentences[0]!]).every((bucket) => bucket === 0)).toBe(true);
  expect([...countNgrams(text("月亮")).ngrams()]).toEqual([]);
});

test("n-grams are those that a plain count finds, none across two pieces", () => {
  const word = fc.constantFrom("a", "b", "c");
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 8 }), (pieces) => {
      const plain = new Map<string, number>();
      for (const piece of pieces) {
        for (let from = 0; from < piece.length; from++) {
          for (let end = from + 1; end <= Math.min(piece.length, from + 4); end++) {
            const ngram = piece.slice(from, end).join(" ");
            plain.set(ngram, (plain.get(ngram) ?? 0) + 1);
          }
        }
      }
      const counts = countNgrams(pieces);
      const found = new Map([...counts.ngrams()].map(([times, ...words]) => [words.join(" "), times]));
      expect(found).toEqual(new Map([...plain].filter(([, times]) => times > 1)));
      expect(counts.words).toBe(pieces.flat().length);
    }),
  );
});

test("saved counts give the same buckets", () => {
  const counts = countNgrams(text("太阳好看", "太阳好看", "__proto__", "__proto__"));
  const restored = restoreNgrams(counts.ngrams(), counts.words);
  const words = [..."太阳好_看"];
  expect(restored.buckets(words, [])).toEqual(counts.buckets(words, []));
});

test("buckets are written in unary, value by value", () => {
  const data = new Float32Array(1 + 2 * COUNTS_PER_WORD);
  const buckets = new Uint8Array(2 * VALUES);
  buckets[0] = 2; // the first value of the first word
  buckets[10] = 1; // its first PMI, behind ten counts of six thresholds
  buckets[23] = 7; // the last value of the second word, of seven thresholds
  writeBuckets(buckets, data, 1);
  const last = 1 + 2 * COUNTS_PER_WORD;
  expect([...data.keys()].filter((i) => data[i] === 1)).toEqual([
    1,
    2,
    61,
    ...Array.from({ length: 7 }, (_, i) => last - 7 + i),
  ]);
});
