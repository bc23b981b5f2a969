import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { leftOutWords } from "./left-out.ts";

test("removed words side by side are one phrase, with what stands around it", () => {
  const partial = { completeness: "partial" } as const;
  const masked = { ...partial, hidden: [{ start: 2, end: 4, label: "PER" }] };
  const given = [
    sentence("we met Ada Lovelace at noon in Leeds today", [], masked),
    sentence("Leeds it is", [], partial),
  ];
  // Words 2, 3 and 7 of the first sentence and 0 of the second are removed; word 8 is not ranked.
  const places = [Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7, -1), Int32Array.of(8, 9, 10)];
  const removed = Uint8Array.of(0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0);
  const values = Float32Array.of(9, 9, -3, -1, 9, 9, 9, 1, 2, 9, 9);
  expect(leftOutWords(given, (i) => places[i]!, removed, values)).toEqual({
    words: 4,
    of: 11,
    phrasesInAll: 2,
    phrases: [
      { text: "Leeds", times: 2, value: 1.5, before: "Lovelace at noon in", after: "today", hidden: 0 },
      { text: "Ada Lovelace", times: 1, value: -2, before: "we met", after: "at noon in Leeds", hidden: 1 },
    ],
  });
});

test("without masked entities nothing is said about them; long lists are cut", () => {
  const tokens = Array.from({ length: 199 }, (_, i) => (i % 2 === 0 ? `Name${i}` : "and")).join(" ");
  const removed = Uint8Array.from({ length: 199 }, (_, i) => (i % 2 === 0 ? 1 : 0));
  const found = leftOutWords(
    [sentence(tokens, [], { completeness: "partial" })],
    () => Int32Array.from(removed, (_, i) => i),
    removed,
    Float32Array.from(removed, (_, i) => -i),
  );
  expect(found.phrasesInAll).toBe(100);
  expect(found.phrases).toHaveLength(60);
  expect(found.phrases[0]).toEqual({
    text: "Name198",
    times: 1,
    value: -198,
    before: "Name194 and Name196 and",
    after: "",
  });
});
