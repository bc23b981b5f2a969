import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entity } from "./span.ts";
import { decodeTags, detectScheme, encodeTags, type TagScheme, tagSchemes } from "./tag-scheme.ts";

/** Decodes and lists the words at which something was repaired. */
function decode(tags: string, scheme: TagScheme): { entities: string[]; repairs: number[] } {
  const repairs: number[] = [];
  const entities = decodeTags(tags.split(" "), scheme, (index) => repairs.push(index));
  return { entities: entities.map(({ start, end, label }) => `${start}-${end} ${label}`), repairs };
}

describe("regular tags", () => {
  const cases: readonly [TagScheme, string, string[]][] = [
    ["iob1", "I-PER I-PER O I-LOC B-LOC I-ORG", ["0-2 PER", "3-4 LOC", "4-5 LOC", "5-6 ORG"]],
    ["iob2", "B-PER I-PER O B-LOC B-LOC B-ORG", ["0-2 PER", "3-4 LOC", "4-5 LOC", "5-6 ORG"]],
    ["iobes", "B-PER E-PER O S-LOC S-LOC S-ORG", ["0-2 PER", "3-4 LOC", "4-5 LOC", "5-6 ORG"]],
    ["bilou", "B-PER L-PER O U-LOC U-LOC U-ORG", ["0-2 PER", "3-4 LOC", "4-5 LOC", "5-6 ORG"]],
    ["bmes", "B-PER M-PER E-PER O S-ORG", ["0-3 PER", "4-5 ORG"]],
    ["iob2", "B-a-b I-a-b B-__proto__", ["0-2 a-b", "2-3 __proto__"]],
  ];
  test.each(cases)("%s: %s", (scheme, tags, entities) => {
    expect(decode(tags, scheme)).toEqual({ entities, repairs: [] });
  });
});

describe("irregular tags get a reading and a repair", () => {
  const cases: readonly [string, TagScheme, string, string[], number[]][] = [
    ["I after O", "iob2", "O I-PER I-PER", ["1-3 PER"], [1]],
    ["B-X I-Y", "iob2", "B-PER I-LOC", ["0-1 PER", "1-2 LOC"], [1]],
    ["E and S in IOB2", "iob2", "B-PER E-PER S-LOC", ["0-2 PER", "2-3 LOC"], [1, 2]],
    ["M for I", "iob2", "B-PER M-PER", ["0-2 PER"], [1]],
    ["I for M", "bmes", "B-PER I-PER E-PER", ["0-3 PER"], [1]],
    ["no end tag", "iobes", "B-PER I-PER O", ["0-2 PER"], [1]],
    ["B after an open B", "iobes", "B-PER B-PER E-PER", ["0-1 PER", "1-3 PER"], [0]],
    ["end without beginning", "iobes", "O E-PER", ["1-2 PER"], [1]],
    ["no tag at all", "iob2", "B-PER ??? I-PER", ["0-1 PER", "2-3 PER"], [1, 2]],
    ["label without letter", "iob2", "PER O", [], [0]],
    ["letter without label", "iob2", "B I", ["0-2 ENTITY"], [0, 1]],
    ["empty label", "iob2", "B- O", [], [0]],
  ];
  test.each(cases)("%s", (_, scheme, tags, entities, repairs) => {
    expect(decode(tags, scheme)).toEqual({ entities, repairs });
  });
});

/** Flat entities over at most 12 words, labels chosen to be awkward. */
const flatSentence = fc
  .array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 3 }), fc.constantFrom("PER", "a-b", "__proto__")), {
    maxLength: 4,
  })
  .map((pieces) => {
    const entities: Entity[] = [];
    let at = 0;
    for (const [gap, width, label] of pieces) {
      entities.push({ start: at + gap, end: at + gap + width, label });
      at += gap + width;
    }
    return { length: at + 1, entities };
  });

test.each(tagSchemes)(
  "decoding what was encoded gives the entities back, with nothing repaired: %s",
  (scheme) => {
    fc.assert(
      fc.property(flatSentence, ({ length, entities }) => {
        const tags = encodeTags(length, entities, scheme);
        const decoded = decodeTags(tags, scheme, (index, what) => expect.unreachable(`${index}: ${what}`));
        expect(decoded).toEqual(entities);
      }),
    );
  },
);

test("overlapping entities are refused by the encoder", () => {
  const nested = [
    { start: 0, end: 3, label: "ORG" },
    { start: 2, end: 3, label: "LOC" },
  ];
  expect(() => encodeTags(3, nested, "iob2")).toThrow("overlapping");
});

describe("the scheme is told from the tags", () => {
  const cases: readonly [TagScheme, string][] = [
    ["iob1", "O I-PER I-PER O I-LOC B-LOC"],
    ["iob2", "O B-PER I-PER O B-LOC B-LOC"],
    ["iobes", "O B-PER E-PER O S-LOC"],
    ["bilou", "O B-PER L-PER U-LOC"],
    ["bmes", "O B-PER M-PER E-PER"],
    ["iobes", "O S-PER O S-LOC"],
    ["iob2", "B-PER I-PER O B-LOC O B-LOC I-LOC O B-ORG O B-ORG O B-ORG S-ORG"],
    ["iob2", "O O O"],
    ["iob2", "B-PER O B-PER O I-PER"],
  ];
  test.each(cases)("%s: %s", (scheme, tags) => {
    expect(detectScheme([tags.split(" ")])).toBe(scheme);
  });
});
