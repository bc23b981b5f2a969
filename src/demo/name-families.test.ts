import { expect, test } from "vitest";
import { demoNames } from "./demo-names.ts";
import { nameFamilies as families } from "./name-families.ts";
import { containsRun } from "./split-words.ts";

test("keeps a city together with what is named after it, whatever the label", () => {
  const family = families.find((names) => names.some((name) => name.surface === "Leeds"))!;
  expect(family.map((name) => `${name.surface}/${name.label}`).sort()).toEqual([
    "Leeds United/ORG",
    "Leeds/LOC",
    "University of Leeds/ORG",
  ]);
  const paris = families.find((names) => names.some((name) => name.surface === "Paris Hilton"))!;
  expect(new Set(paris.map((name) => name.surface))).toContain("Paris");
});

test("every name is in one family, and no name contains a name of another family", () => {
  expect(families.flat().length).toBe(demoNames.length);
  const familyOf = new Map(families.flatMap((names, index) => names.map((name) => [name, index])));
  expect(familyOf.size).toBe(demoNames.length);
  for (const outer of demoNames) {
    for (const inner of demoNames) {
      if (containsRun(outer.words, inner.words) && familyOf.get(outer) !== familyOf.get(inner)) {
        expect.unreachable(`${inner.surface} is in ${outer.surface}, but not in its family`);
      }
    }
  }
});

test("families stay small enough to be dealt fairly", () => {
  expect(Math.max(...families.map((names) => names.length))).toBeLessThanOrEqual(12);
});
