import { expect, test } from "vitest";
import { similarLabel } from "./similar-label.ts";

test.each([
  ["PERS", ["LOC", "PER"], "PER"],
  ["PER", ["LOC", "PERSON"], "PERSON"],
  ["PERSON", ["LOC", "PER"], "PER"],
  ["per", ["LOC", "PER"], "PER"],
  ["Organisation", ["ORG", "LOC"], "ORG"],
  ["Chemcial", ["Disease", "Chemical"], "Chemical"],
  ["LCO", ["LOC", "PER"], "LOC"],
  ["LIC", ["LOC", "PER"], "LOC"],
  ["GPE", ["PER", "LOC"], undefined],
  ["MISC", ["PER", "LOC", "ORG"], undefined],
  ["PER", ["PER"], undefined],
  ["PER", [], undefined],
])("%s among %j is %s", (given, labels, meant) => {
  expect(similarLabel(given, labels)).toBe(meant);
});
