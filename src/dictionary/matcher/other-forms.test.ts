import { expect, test } from "vitest";
import { otherForms, pluralForms } from "./other-forms.ts";

const cases: readonly [string, string[]][] = [
  ["drug", ["drugs"]],
  ["drugs", ["drug"]],
  ["therapy", ["therapies"]],
  ["therapies", ["therapy"]],
  ["day", ["days"]],
  ["virus", ["viruses"]],
  ["viruses", ["virus", "viruse"]],
  ["causes", ["caus", "cause"]],
  ["glass", ["glasses"]],
  ["hepatitis", ["hepatitises"]],
  ["box", ["boxes"]],
  ["church", ["churches"]],
  ["disease", ["diseases"]],
  ["diseases", ["disease"]],
  ["Apple", ["Apples"]],
  ["AID", ["AIDs"]],
  ["TABLET", ["TABLETS"]],
  ["THERAPY", ["THERAPIES"]],
  ["gas", []],
  ["as", []],
  ["x2", []],
  ["Ärzte", []],
];

test.each(cases)("%s", (word, forms) => {
  expect(pluralForms(word)).toEqual(forms);
});

test("the last word of a phrase is inflected, and only a whole word", () => {
  expect(otherForms("beta-blocker", "words", true)).toEqual(["beta-blockers"]);
  expect(otherForms("caféteria", "words", true)).toEqual([]);
  expect(otherForms("vitamin B12", "words", true)).toEqual([]);
  expect(otherForms("oral b", "characters", false)).toEqual(["oralb"]);
  expect(otherForms("oral b", "words", false)).toEqual([]);
});
