import fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../random.ts";
import { chainTransitions, scoreTransitions, type TransitionScores } from "./chain-transitions.ts";
import { type SentenceRows, viterbiDecoder } from "./viterbi-decoder.ts";

/** The recursion as it is written, over all pairs of tags; the smaller tag where two are equally good. */
function naive(
  { emissions, row, words, allowed }: SentenceRows,
  tags: number,
  { transitions, start, end }: Required<TransitionScores>,
  isLegal: (from: number, to: number) => boolean,
): { path: number[]; score: number } {
  const own = (word: number, tag: number) =>
    allowed?.[word * tags + tag] === 0 ? -Infinity : emissions[(row + word) * tags + tag]!;
  let best = Array.from({ length: tags }, (_, tag) => start![tag]! + own(0, tag));
  const origins: number[][] = [];
  for (let word = 1; word < words; word++) {
    const before = best;
    const cameFrom: number[] = [];
    best = before.map((_, to) => {
      const ways = before.map((value, from) =>
        isLegal(from, to) ? value + transitions![from * tags + to]! : -Infinity,
      );
      cameFrom.push(ways.indexOf(Math.max(...ways)));
      return Math.max(...ways) + own(word, to);
    });
    origins.push(cameFrom);
  }
  const totals = best.map((value, tag) => value + end![tag]!);
  const score = Math.max(...totals);
  const path = [totals.indexOf(score)];
  for (const cameFrom of origins.reverse()) path.unshift(cameFrom[path[0]!]!);
  return { path, score };
}

test("sentence after sentence the same as the plain recursion, also where many are level", () => {
  const shape = fc.record({
    tags: fc.integer({ min: 1, max: 9 }),
    lengths: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
    isRestricted: fc.boolean(),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(shape, ({ tags, lengths, isRestricted, seed }) => {
      const random = new Random(seed);
      // Few different whole numbers, so that ways are often equally good.
      const draw = (length: number) => Float32Array.from({ length }, () => random.below(4));
      const [transitions, start, end] = [draw(tags * tags), draw(tags), draw(tags)];
      const legal = Array.from({ length: tags * tags }, () => random.below(3) > 0);
      // Tag 0 may always stand anywhere, so that there is a way.
      const isLegal = (from: number, to: number) => from === 0 || to === 0 || legal[from * tags + to]!;
      const rows = lengths.reduce((a, b) => a + b, 0);
      const emissions = draw(rows * tags);
      const decode = viterbiDecoder(
        scoreTransitions(chainTransitions(tags, { isLegal }), { transitions, start, end }),
      );
      let row = 0;
      for (const words of lengths) {
        const allowed = Array.from({ length: words * tags }, (_, at) =>
          at % tags === 0 ? 1 : random.below(2),
        );
        const sentence = { emissions, row, words, ...(isRestricted && { allowed }) };
        const { path, score } = decode(sentence);
        expect({ path: [...path], score }).toEqual(
          naive(sentence, tags, { transitions, start, end }, isLegal),
        );
        row += words;
      }
    }),
    { numRuns: 200, seed: 9 },
  );
});

test("where a sentence may not begin or end with a tag, it does not", () => {
  const rules = { mayStart: (tag: number) => tag !== 1, mayEnd: (tag: number) => tag !== 1 };
  const decode = viterbiDecoder(scoreTransitions(chainTransitions(2, rules)));
  // Tag 1 is better everywhere and only allowed in the middle.
  expect([...decode({ emissions: [0, 1, 0, 1, 0, 1], row: 0, words: 3 }).path]).toEqual([0, 1, 0]);
  expect(decode({ emissions: [], row: 0, words: 0 })).toEqual({ path: new Int32Array(0), score: 0 });
});
