import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesAny } from "./name-pattern.ts";

test.each([
  ["encoder.layer.0.*", "encoder.layer.0.attention.weight", true],
  ["encoder.layer.0.*", "encoder.layer.01.weight", false],
  ["encoder.layer.0.*", "encoder.layer.0.", true],
  ["*.bias", "a.b.bias", true],
  ["*.bias", "a.bias.b", false],
  ["*norm*", "encoder.norm1.weight", true],
  ["layer.?", "layer.7", true],
  ["layer.?", "layer.12", false],
  ["a.b", "axb", false], // the dot is a dot
  ["*", "", true],
  ["", "", true],
  ["", "x", false],
  ["*a*a*a*a*b", "a".repeat(60), false],
])("%s against %s: %s", (pattern, name, expected) => {
  expect(matchesAny([pattern], name)).toBe(expected);
});

test("one fitting pattern is enough; none means no", () => {
  expect(matchesAny(["x", "a*"], "abc")).toBe(true);
  expect(matchesAny([], "abc")).toBe(false);
});

test("agrees with a regular expression", () => {
  const text = (letters: string) =>
    fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text("ab*?."), text("ab."), (pattern, name) => {
      const expression = pattern.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".");
      expect(matchesAny([pattern], name)).toBe(new RegExp(`^${expression}$`).test(name));
    }),
    { numRuns: 2000 },
  );
});
