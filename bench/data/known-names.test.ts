import { expect, test } from "vitest";
import { knownOfNew, type LabelledText, namesIn } from "./known-names.ts";

const sentence = (tokens: string[], ...spans: [start: number, end: number][]): LabelledText => ({
  tokens,
  entities: spans.map(([start, end]) => ({ start, end, label: "PER" })),
});

test("a name counts once, however often it is labelled", () => {
  const names = namesIn(
    [sentence(["Ann", "Lee", "met", "Bo"], [0, 2], [3, 4]), sentence(["Bo"], [0, 1])],
    " ",
  );
  expect([...names]).toEqual(["Ann Lee", "Bo"]);
});

test("counts what a dictionary has of names that training does not label", () => {
  const training = new Set(["Ann Lee", "Bo"]);
  const names = new Set(["Bo", "Cy", "Di", "Ed"]);
  expect(knownOfNew(names, training, new Set(["Bo", "Cy", "Ed", "Flo"]))).toEqual({ names: 3, known: 2 });
  expect(knownOfNew(new Set(["Bo"]), training, new Set(["Bo"]))).toEqual({ names: 0, known: 0 });
});
