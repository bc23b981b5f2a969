import fc from "fast-check";
import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { labelSet } from "../../models/index.ts";
import { spanCorpus } from "./corpus.ts";

const labels = labelSet(["LOC", "PER", "__proto__"]);

test("positives are the entities that fit, with inclusive ends and the model's classes", () => {
  const corpus = spanCorpus(
    [
      sentence("a b c d e", [
        [0, 4, "PER"],
        [1, 4, "LOC"],
        [2, 3, "__proto__"],
        [2, 3, "PER"],
      ]),
      sentence("a"),
    ],
    labels,
    3,
  );
  // [0, 4) has 4 words and is left out. Classes: LOC 1, PER 2, __proto__ 3.
  const { starts, ends, classes } = corpus.positives(0);
  expect([[...starts], [...ends], [...classes]]).toEqual([
    [1, 2, 2],
    [3, 2, 2],
    [1, 3, 2],
  ]);
  expect(corpus.positives(1).classes).toHaveLength(0);
  // 5 + 4 + 3 spans less the two that are labelled (one of them twice).
  expect(corpus.candidates(0).count).toBe(10);
});

test("a label that the model does not have is a bug, not a silent class", () => {
  const corpus = spanCorpus([sentence("a", [[0, 1, "ORG"]])], labels, 3);
  expect(() => corpus.positives(0)).toThrow('"ORG"');
});

test("candidate rows are all spans that are narrow enough, unlabelled and of known words", () => {
  const cases = fc.record({
    words: fc.integer({ min: 0, max: 9 }),
    maxWidth: fc.integer({ min: 1, max: 10 }),
    spans: fc.array(fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
    unknown: fc.uniqueArray(fc.nat(8), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(cases, ({ words, maxWidth, spans, unknown }) => {
      const inside = spans.filter(([start, width]) => start + width <= words);
      const blind = unknown.filter((word) => word < words).sort((a, b) => a - b);
      const own = sentence(
        Array.from({ length: words }, (_, i) => `w${i}`).join(" "),
        inside.map(([start, width]) => [start, start + width, "PER"]),
        { unknown: blind },
      );
      const { starts, ends } = spanCorpus([own], labels, maxWidth).candidateRows(0);
      const wanted: [number, number][] = [];
      for (let start = 0; start < words; start++) {
        for (let end = start; end < Math.min(words, start + maxWidth); end++) {
          if (inside.some(([s, width]) => s === start && s + width - 1 === end)) continue;
          if (blind.some((word) => start <= word && word <= end)) continue;
          wanted.push([start, end]);
        }
      }
      expect(Array.from(starts, (start, i) => [start, ends[i]])).toEqual(wanted);
    }),
    { numRuns: 200 },
  );
});

test("what is known of a sentence is O and the labels it is complete for", () => {
  const corpus = spanCorpus(
    [
      sentence("a"),
      sentence("a", [], { completeness: "partial" }),
      sentence("a", [], { completeness: { complete: ["PER"] } }),
      sentence("a", [], { completeness: { complete: ["__proto__", "constructor", "LOC"] } }),
      sentence("a", [], { completeness: { complete: [] } }),
    ],
    labels,
    2,
  );
  expect(corpus.hasUnknown).toBe(true);
  expect(corpus.known(0)).toBeUndefined();
  // Nothing is known of unlabelled spans here either, but which of them are drawn is the sampler's matter.
  expect(corpus.known(1)).toBeUndefined();
  expect(corpus.known(2)).toEqual(Uint8Array.of(1, 0, 1, 0));
  // "constructor" is no label of the model and changes nothing.
  expect(corpus.known(3)).toEqual(Uint8Array.of(1, 1, 0, 1));
  expect(corpus.known(4)).toEqual(Uint8Array.of(1, 0, 0, 0));
  expect(
    spanCorpus([sentence("a"), sentence("b", [], { completeness: "partial" })], labels, 2).hasUnknown,
  ).toBe(false);
});
