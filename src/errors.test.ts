import { expect, test } from "vitest";
import { choose, shownType } from "./errors.ts";

test.each([
  ["nrce", 'did you mean "nrces"? choose one of: binder, nrces'],
  ["something else", "choose one of: binder, nrces"],
])("an unknown name is told the likeliest one: %s", (name, hint) => {
  expect(() => choose("method", { nrces: 1, binder: 2 }, name)).toThrow(
    expect.objectContaining({ message: `unknown method "${name}"`, hint }),
  );
});

test.each([
  [undefined, "undefined"],
  [null, "null"],
  [5, "a number (5)"],
  ["x", 'a string ("x")'],
  [["x"], "a list"],
  [{ x: 1 }, "an object"],
  [true, "a boolean (true)"],
])("%j is %s", (value, shown) => {
  expect(shownType(value)).toBe(shown);
});
