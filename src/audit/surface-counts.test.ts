import fc from "fast-check";
import { expect, test } from "vitest";
import { sentence } from "../../test/support/models/tiny-task.ts";
import { entityKey, type Sentence } from "../data/index.ts";
import { surfaceCounts } from "./surface-counts.ts";

test("counts the same words elsewhere, and how often they carry the label", () => {
  const sentences = [
    sentence("Leeds beat Leeds United", [[0, 1, "LOC"]]),
    sentence("in Leeds", [[1, 2, "LOC"]]),
    sentence("Leeds won", [[0, 1, "ORG"]]),
    sentence("leeds"),
  ];
  const asked = [
    // The one in the first sentence: not itself, but "Leeds" of "Leeds United", and the two below. One of these is LOC.
    { sentence: 0, start: 0, end: 1, label: "LOC" },
    { sentence: 0, start: 2, end: 3, label: "LOC" },
    { sentence: 0, start: 2, end: 3, label: "ORG" },
    { sentence: 0, start: 2, end: 4, label: "ORG" },
    { sentence: 3, start: 0, end: 1, label: "LOC" },
  ];
  expect(surfaceCounts(sentences, asked)).toEqual([
    { labelled: 1, occurrences: 3 },
    { labelled: 2, occurrences: 3 },
    { labelled: 1, occurrences: 3 },
    { labelled: 0, occurrences: 0 },
    { labelled: 0, occurrences: 0 },
  ]);
});

test("equals looking everywhere", () => {
  const token = fc.constantFrom("a", "b", "a b", "__proto__");
  const made = fc
    .array(fc.array(token, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 })
    .map((all) =>
      all.map(
        (tokens, i): Sentence => ({
          tokens,
          entities: i % 2 === 0 ? [{ start: 0, end: Math.min(2, tokens.length), label: "X" }] : [],
          completeness: "partial",
          source: "test",
        }),
      ),
    );
  fc.assert(
    fc.property(made, (sentences) => {
      const asked = sentences.flatMap(({ tokens }, i) =>
        tokens.flatMap((_, start) =>
          [1, 2]
            .filter((width) => start + width <= tokens.length)
            .map((width) => ({ sentence: i, start, end: start + width, label: "X" })),
        ),
      );
      const words = (place: { sentence: number; start: number; end: number }) =>
        JSON.stringify(sentences[place.sentence]!.tokens.slice(place.start, place.end));
      const isLabelled = (place: (typeof asked)[number]) =>
        sentences[place.sentence]!.entities.some((entity) => entityKey(entity) === entityKey(place));
      const wanted = asked.map((place) => {
        const others = asked.filter((other) => other !== place && words(other) === words(place));
        return { labelled: others.filter(isLabelled).length, occurrences: others.length };
      });
      expect(surfaceCounts(sentences, asked)).toEqual(wanted);
    }),
  );
});
