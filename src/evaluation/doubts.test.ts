import { expect, test } from "vitest";
import { isMuchShared, otherNames, shareText } from "./doubts.ts";

test.each([
  [0, 0, false],
  [0, 100, false],
  [9, 100, false],
  [10, 100, true],
  [193, 3250, false],
])("%i of %i shared sentences matter: %s", (shared, all, matters) => {
  expect(isMuchShared(shared, all)).toBe(matters);
});

test("the share is said in percent and in numbers", () => {
  expect(shareText(1140, 1200)).toBe("95 % (1,140 of 1,200) of the");
});

test("labels of like names are warned of, each with its twin", () => {
  const found = [
    ...otherNames(["PERSON", "LOC", "GENE"], ["PER", "LOC"], { file: '"dev.jsonl"', others: "the others" }),
  ];
  expect(found.map(({ message }) => message)).toEqual([
    '"dev.jsonl" has the label "PERSON", the others have "PER": two names for one type count as all wrong',
  ]);
});
