import fc from "fast-check";
import { expect, test } from "vitest";
import { convertOffset, convertOffsets, type OffsetUnit, offsetUnits } from "./convert-offsets.ts";

// "aé漢😀b": UTF-16 1+1+1+2+1, code points 1 each, bytes 1+2+3+4+1.
const mixed = "aé漢😀b";

test("counts each unit as the hand does", () => {
  expect(convertOffsets(mixed, [0, 1, 2, 3, 5, 6], "utf16", "codepoint")).toEqual([0, 1, 2, 3, 4, 5]);
  expect(convertOffsets(mixed, [0, 1, 2, 3, 4, 5], "codepoint", "byte")).toEqual([0, 1, 3, 6, 10, 11]);
  expect(convertOffsets(mixed, [11, 0, 6], "byte", "utf16")).toEqual([6, 0, 3]);
});

test("has no answer inside a code point, past the end or for no whole number", () => {
  expect(convertOffset(mixed, 4, "utf16", "utf16")).toBeUndefined();
  expect(convertOffset(mixed, 2, "byte", "codepoint")).toBeUndefined();
  expect(convertOffsets(mixed, [7, -1, 1.5, Number.NaN, 6], "utf16", "codepoint")).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    5,
  ]);
});

test("an unpaired surrogate is one code point of three bytes, as UTF-8 writes it", () => {
  expect(Buffer.from("\ud800x").length).toBe(4);
  expect(convertOffsets("\ud800x\udc00", [0, 1, 2, 3], "utf16", "byte")).toEqual([0, 3, 4, 7]);
});

const text = fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), units(), fc.string({ maxLength: 20 }));

test("agrees with a brute force over every boundary, in any order", () => {
  fc.assert(
    fc.property(
      text,
      fc.array(fc.integer({ min: -1, max: 80 }), { maxLength: 12 }),
      fc.constantFrom(...offsetUnits),
      fc.constantFrom(...offsetUnits),
      (text, offsets, from, to) => {
        expect(convertOffsets(text, offsets, from, to)).toEqual(
          offsets.map((offset) => bruteForce(text, offset, from, to)),
        );
      },
    ),
    { numRuns: 2000 },
  );
});

/** Measures the prefix before each code point in every unit. */
function bruteForce(text: string, offset: number, from: OffsetUnit, to: OffsetUnit): number | undefined {
  const points = [...text];
  for (let i = 0; i <= points.length; i++) {
    const prefix = points.slice(0, i).join("");
    const size = { utf16: prefix.length, codepoint: i, byte: Buffer.byteLength(prefix) };
    if (size[from] === offset) return size[to];
  }
  return undefined;
}

/** Strings of any UTF-16 units, so that unpaired surrogates are common. */
function units() {
  return fc
    .array(fc.oneof(fc.integer({ min: 0xd7fe, max: 0xe001 }), fc.integer({ min: 0, max: 0xffff })), {
      maxLength: 20,
    })
    .map((codes) => String.fromCharCode(...codes));
}
