import fc from "fast-check";
import { expect, test } from "vitest";
import { plainView, readView, writeView } from "./view.ts";

const labels = ["PER", "a&b=c", "__proto__", "北 京"];

test("a plain view needs no address", () => {
  expect(writeView(plainView)).toBe("");
  expect(readView("", labels)).toEqual(plainView);
});

test("an address is read by its names", () => {
  expect(readView("#q=New+York&kind=wrong&type=PER&min=50&sort=words&open=3", labels)).toEqual({
    text: "New York",
    kind: "wrong",
    label: "PER",
    least: 50,
    sort: "words",
    // People count from 1.
    open: 2,
  });
});

test("what makes no sense is left out", () => {
  expect(readView("#kind=x&type=NOPE&min=-3&sort=constructor&open=0&other=1", labels)).toEqual(plainView);
  expect(readView("#min=abc&open=1.5&kind=__proto__", labels)).toEqual(plainView);
});

test("what is written is read back", () => {
  fc.assert(
    fc.property(
      fc.record({
        text: fc.string({ unit: "grapheme" }),
        kind: fc.constantFrom("all", "missed", "wrong"),
        label: fc.constantFrom("", ...labels),
        least: fc.integer({ min: 0, max: 99 }),
        sort: fc.constantFrom("probability", "doubt", "order", "words", "label"),
        open: fc.integer({ min: -1, max: 5000 }),
      }),
      (view) => {
        expect(readView(writeView(view), labels)).toEqual(view);
      },
    ),
  );
});
