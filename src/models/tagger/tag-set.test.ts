import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelSet } from "../label-set.ts";
import { flatEntities } from "./flat-entities.ts";
import { type TaggerScheme, tagSet } from "./tag-set.ts";

const labels = labelSet(["PER", "ORG"]);

describe("numbers", () => {
  test("O is 0, labels follow in the order of their classes, the non-entity type comes last", () => {
    const set = tagSet(labels, { scheme: "iobes", nonEntity: true });
    expect(set.tags.join(" ")).toBe(
      "O B-ORG I-ORG E-ORG S-ORG B-PER I-PER E-PER S-PER B-NONE I-NONE E-NONE S-NONE",
    );
    expect(set.count).toBe(13);
    expect(set.tags.map((_, tag) => set.classOf(tag))).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0]);
    expect(set.tagsOf("PER")).toEqual([5, 6, 7, 8]);
  });

  test("IOB2 has two letters", () => {
    expect(tagSet(labels, { scheme: "iob2" }).tags.join(" ")).toBe("O B-ORG I-ORG B-PER I-PER");
  });

  test("a user's label NONE is not the non-entity type", () => {
    const set = tagSet(labelSet(["NONE", "NONE_"]), { scheme: "iob2", nonEntity: true });
    expect(set.nonEntity).toBe("NONE__");
    const path = set.encode(3, [
      { start: 0, end: 1, label: "NONE" },
      { start: 1, end: 2, label: set.nonEntity! },
    ]);
    expect([...path]).toEqual([1, 5, 0]);
    expect(set.decode(path)).toEqual([{ start: 0, end: 1, label: "NONE" }]);
  });

  test("labels may be called like parts of an object", () => {
    const set = tagSet(labelSet(["__proto__", "constructor"]), { scheme: "iob2" });
    const entities = [{ start: 0, end: 2, label: "__proto__" }];
    expect(set.decode(set.encode(2, entities))).toEqual(entities);
    expect(() => set.encode(1, [{ start: 0, end: 1, label: "toString" }])).toThrow(/no label/);
  });
});

describe("which tag may follow which", () => {
  const rows = (scheme: TaggerScheme) => {
    const set = tagSet(labels, { scheme });
    return set.tags.map((_, from) => set.tags.map((_, to) => (set.isLegal(from, to) ? "x" : ".")).join(""));
  };

  test("IOB2: an inside tag needs its own label before it", () => {
    // Columns and rows: O B-ORG I-ORG B-PER I-PER.
    expect(rows("iob2")).toEqual(["xx.x.", "xxxx.", "xxxx.", "xx.xx", "xx.xx"]);
  });

  test("IOBES: what is begun must be ended, and nothing else may", () => {
    // O, E and S are followed by O, B or S; B and I by I or E of their label. Columns: O BIES BIES.
    const closed = "xx..xx..x";
    const [org, per] = ["..xx.....", "......xx."];
    expect(rows("iobes")).toEqual([closed, org, org, closed, closed, per, per, closed, closed]);
  });

  test("where a sentence may begin and end", () => {
    const ends = (scheme: TaggerScheme) => {
      const set = tagSet(labelSet(["X"]), { scheme });
      return [set.mayStart, set.mayEnd].map((may) => set.tags.map((_, tag) => may(tag)));
    };
    expect(ends("iob2")).toEqual([
      [true, true, false],
      [true, true, true],
    ]);
    expect(ends("iobes")).toEqual([
      [true, true, false, false, true],
      [true, false, false, true, true],
    ]);
  });
});

test("what is encoded is legal and is decoded again, in every scheme, the non-entity type left out", () => {
  const drawn = fc.record({
    scheme: fc.constantFrom<TaggerScheme[]>("iob2", "iobes"),
    parts: fc.array(
      fc.record({
        length: fc.integer({ min: 1, max: 4 }),
        label: fc.constantFrom("", "ORG", "PER", "NONE"),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  });
  fc.assert(
    fc.property(drawn, ({ scheme, parts }) => {
      const set = tagSet(labels, { scheme, nonEntity: true });
      let words = 0;
      const entities = parts.flatMap(({ length, label }) => {
        const start = words;
        words += length;
        return label === "" ? [] : [{ start, end: words, label }];
      });
      const path = set.encode(words, entities);
      expect(set.mayStart(path[0]!) && set.mayEnd(path.at(-1)!)).toBe(true);
      for (let i = 1; i < words; i++) expect(set.isLegal(path[i - 1]!, path[i]!)).toBe(true);
      expect(set.decode(path)).toEqual(entities.filter(({ label }) => label !== "NONE"));
    }),
    { numRuns: 200, seed: 11 },
  );
});

test("every sequence has a reading: what continues nothing begins", () => {
  const set = tagSet(labels, { scheme: "iobes" });
  // I-ORG, I-PER, E-PER, B-ORG, O
  expect(set.decode([2, 6, 7, 1, 0])).toEqual([
    { start: 0, end: 1, label: "ORG" },
    { start: 1, end: 3, label: "PER" },
    { start: 3, end: 4, label: "ORG" },
  ]);
});

test("of entities that share words the longest is kept, and the others are counted", () => {
  const entity = (start: number, end: number, label = "PER") => ({ start, end, label });
  const nested = [entity(0, 2), entity(0, 5, "ORG"), entity(4, 7), entity(8, 9), entity(8, 9, "ORG")];
  const { kept, lost } = flatEntities(nested);
  // 0–5 holds 0–2 and crosses 4–7; at 8–9 both are of one length and ORG sorts first.
  expect(kept).toEqual([entity(0, 5, "ORG"), entity(8, 9, "ORG")]);
  expect(lost).toBe(3);
  const set = tagSet(labels, { scheme: "iob2" });
  expect([...set.encode(9, nested)]).toEqual([1, 2, 2, 2, 2, 0, 0, 0, 1]);
  expect(flatEntities([entity(3, 4), entity(0, 3)])).toEqual({ kept: [entity(0, 3), entity(3, 4)], lost: 0 });
});
