import fc from "fast-check";
import { expect, test } from "vitest";
import { labelSet, NON_ENTITY, parseLabelSet } from "./label-set.ts";

test("no entity first, then the labels sorted, each once", () => {
  const set = labelSet(["PER", "LOC", "PER", "ORG"]);
  expect(set.labels).toEqual(["LOC", "ORG", "PER"]);
  expect(set.classes).toBe(4);
  expect(["LOC", "ORG", "PER", "MISC"].map(set.classOf)).toEqual([1, 2, 3, undefined]);
  expect(set.labelOf(3)).toBe("PER");
  expect(() => set.labelOf(NON_ENTITY)).toThrow("class 0 has no label");
  expect(() => set.labelOf(4)).toThrow("class 4 has no label; there are 3");
});

test("names that objects and tag schemes give a meaning are labels like others", () => {
  const awkward = ["__proto__", "constructor", "toString", "O", "B-PER", "", " ", "\ud800", "地名", "é"];
  const set = labelSet(awkward);
  expect(set.classes).toBe(11);
  expect(new Set(awkward.map(set.classOf)).size).toBe(10);
  for (const label of awkward) expect(set.labelOf(set.classOf(label)!)).toBe(label);
  expect(set.classOf("hasOwnProperty")).toBeUndefined();
  expect(set.classOf("O")).not.toBe(NON_ENTITY);
});

test("any set of names comes back from JSON with the same classes, however it was ordered", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 4 }), { maxLength: 8 }), (names) => {
      const set = labelSet(names);
      const again = parseLabelSet(JSON.parse(JSON.stringify(set)), "labels.json");
      expect(again.labels).toEqual(labelSet(names.toReversed()).labels);
      expect(names.map(again.classOf)).toEqual(names.map(set.classOf));
    }),
  );
});

test.each([
  [{ PER: 1 }, '"labels.json" must be a list of labels'],
  [["PER", 3], '"labels.json" must be a list of labels'],
  [["PER", "LOC"], '"PER" is out of order or occurs twice'],
  [["LOC", "LOC"], '"LOC" is out of order or occurs twice'],
])("a damaged file %j is refused", (saved, message) => {
  expect(() => parseLabelSet(saved, "labels.json")).toThrow(message);
});
