import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

test.each([
  ["optimizer", "optimiser"],
  ["rat", "rate"],
  ["Rate", "rate"],
  ["epochss", "epochs"],
  ["eopchs", "epochs"],
  ["zebra", undefined],
  ["x", undefined],
  ["", undefined],
])("%s is probably %s", (given, meant) => {
  expect(nearestName(given, ["rate", "epochs", "optimiser", "batch"])).toBe(meant);
});

test("a name that is there is found, and there is always one of the names", () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1 }), {
    minLength: 1,
    selector: (name) => name.toLowerCase(),
  });
  fc.assert(
    fc.property(names, fc.string(), (known, other) => {
      expect(nearestName(known[0]!, known)).toBe(known[0]);
      expect([undefined, ...known]).toContain(nearestName(other, known));
    }),
  );
});
