import fc from "fast-check";
import { expect, test } from "vitest";
import { COUNTS_PER_WORD, countNgrams, restoreNgrams, writeDegrees } from "./ngram-counts.ts";

const text = (...sentences: string[]) => sentences.map((sentence) => [...sentence]);

/** Runs of 1 + 2 + 3 + 4 places, and two ties. */
const QUESTIONS = 12;

/** What is asked of a word, in order: its run of one; pairs and longer runs that begin with it, then those that begin before it; ties. */
function asked(degrees: Uint8Array, word: number) {
  const own = degrees.subarray(word * QUESTIONS, (word + 1) * QUESTIONS);
  return {
    alone: own[0],
    pairs: [...own.subarray(1, 3)],
    triples: [...own.subarray(3, 6)],
    fours: [...own.subarray(6, 10)],
    ties: [...own.subarray(10)],
  };
}

test("a word is told how usual the runs are that it is part of", () => {
  const counts = countNgrams(text("太阳好", "太阳下", "太阳红", "看太阳"));
  const degrees = counts.degrees([..."大太阳"], []);
  // 太阳 was seen four times, which is two degrees (2, 4); 大 never.
  expect(asked(degrees, 0)).toEqual({
    alone: 0,
    pairs: [0, 0],
    triples: [0, 0, 0],
    fours: [0, 0, 0, 0],
    ties: [0, 0],
  });
  // 太 begins 太阳. It stands 4 times among 12 words, as 阳 does: together 4 · 12 / (4 · 4) = 3 times as often as by chance, log₂ 3 ≈ 1.58, two degrees (0, 1).
  expect(asked(degrees, 1)).toMatchObject({ alone: 2, pairs: [2, 0], ties: [0, 2] });
  expect(asked(degrees, 2)).toMatchObject({ alone: 2, pairs: [0, 2], ties: [2, 0] });
});

test("what a sentence has added itself does not count for it", () => {
  const sentences = text("太阳好", "太阳下", "太阳红", "看太阳");
  const counts = countNgrams(sentences);
  // Three are left: one degree. By chance 3 · 3 / 9 = 1, together 3: log₂ 3 again.
  expect(asked(counts.degrees(sentences[0]!, [sentences[0]!]), 0)).toMatchObject({
    alone: 1,
    pairs: [1, 0],
    ties: [0, 2],
  });
  // Nothing was counted but the piece 好: 太阳 is as usual as in new text.
  expect(asked(counts.degrees(sentences[0]!, [["好"]]), 0)).toMatchObject({ alone: 2, pairs: [2, 0] });
});

test("what one other sentence has is as good as unseen, in training as in new text", () => {
  const sentences = text("月亮", "月亮");
  const counts = countNgrams(sentences);
  expect(counts.degrees([..."月亮"], []).some((degree) => degree > 0)).toBe(true);
  expect(counts.degrees(sentences[0]!, [sentences[0]!]).every((degree) => degree === 0)).toBe(true);
  expect([...countNgrams(text("月亮")).runs()]).toEqual([]);
});

test("runs are those that a plain count finds, with no run across two pieces", () => {
  const word = fc.constantFrom("a", "b", "c");
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 8 }), (pieces) => {
      const plain = new Map<string, number>();
      for (const piece of pieces) {
        for (let from = 0; from < piece.length; from++) {
          for (let end = from + 1; end <= Math.min(piece.length, from + 4); end++) {
            const run = piece.slice(from, end).join(" ");
            plain.set(run, (plain.get(run) ?? 0) + 1);
          }
        }
      }
      const counts = countNgrams(pieces);
      const found = new Map([...counts.runs()].map(([times, ...run]) => [run.join(" "), times]));
      expect(found).toEqual(new Map([...plain].filter(([, times]) => times > 1)));
      expect(counts.words).toBe(pieces.flat().length);
    }),
  );
});

test("counts that are saved say the same", () => {
  const counts = countNgrams(text("太阳好看", "太阳好看", "__proto__", "__proto__"));
  const restored = restoreNgrams(counts.runs(), counts.words);
  const words = [..."太阳好_看"];
  expect(restored.degrees(words, [])).toEqual(counts.degrees(words, []));
});

test("degrees become zeros and ones, question by question", () => {
  const data = new Float32Array(1 + 2 * COUNTS_PER_WORD);
  const degrees = new Uint8Array(2 * QUESTIONS);
  degrees[0] = 2; // the first question of the first word
  degrees[10] = 1; // its first tie, behind ten questions of six degrees
  degrees[23] = 7; // the last question of the second word, of seven degrees
  writeDegrees(degrees, data, 1);
  const last = 1 + 2 * COUNTS_PER_WORD;
  expect([...data.keys()].filter((i) => data[i] === 1)).toEqual([
    1,
    2,
    61,
    ...Array.from({ length: 7 }, (_, i) => last - 7 + i),
  ]);
});
