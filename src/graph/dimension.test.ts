import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDims,
  bindDim,
  type Dim,
  divideDims,
  multiplyDims,
  normalDim,
  subtractDims,
} from "./dimension.ts";

test("sizes are kept in one normal form", () => {
  expect(normalDim("words*batch")).toBe("batch*words");
  expect(normalDim("1+n+2*m+n")).toBe("2*m+2*n+1");
  expect(normalDim("n-n+3")).toBe(3);
  expect(addDims("n", -1)).toBe("n-1");
  expect(multiplyDims("n+1", "n-1")).toBe("n*n-1");
});

test("division that does not come out even is refused, not rounded", () => {
  expect(divideDims("6*batch*words", "2*words")).toBe("3*batch");
  expect(divideDims("4*n+2", 2)).toBe("2*n+1");
  expect(divideDims("n", 2)).toBeUndefined();
  expect(divideDims("n", "m")).toBeUndefined();
  expect(divideDims(7, 2)).toBeUndefined();
  expect(divideDims("n", 0)).toBeUndefined();
});

test("what is not a size is refused", () => {
  expect(() => normalDim(-1)).toThrow("a dimension must be a whole number of at least 0, got -1");
  expect(() => normalDim(1.5)).toThrow("got 1.5");
  expect(() => normalDim("two words")).toThrow('"two words" is not a dimension');
  expect(() => bindDim("n", new Map())).toThrow('nothing fed to the graph gives the size "n"');
});

test("arithmetic on sizes is arithmetic on their values", () => {
  const dim: fc.Arbitrary<Dim> = fc.oneof(
    fc.nat(9),
    fc.constantFrom("a", "b", "a+b", "2*a*b+1", "a*a", "3*b+a"),
  );
  const sizes = new Map([
    ["a", 5],
    ["b", 7],
  ]);
  const value = (d: Dim) => bindDim(d, sizes);
  fc.assert(
    fc.property(dim, dim, (x, y) => {
      expect(value(addDims(x, y))).toBe(value(x) + value(y));
      expect(value(multiplyDims(x, y))).toBe(value(x) * value(y));
      expect(value(subtractDims(x, y))).toBe(value(x) - value(y));
      expect(multiplyDims(x, y)).toBe(multiplyDims(y, x));
      const quotient = divideDims(multiplyDims(x, y), y);
      if (quotient !== undefined && y !== 0) expect(value(quotient) * value(y)).toBe(value(x) * value(y));
    }),
  );
});
