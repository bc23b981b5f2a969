import fc from "fast-check";
import type { Completeness } from "../../src/data/completeness.ts";
import type { Sentence } from "../../src/data/sentence.ts";
import { compareEntities, type Entity, entityKey } from "../../src/data/span.ts";

const words = [
  "Paris",
  "a",
  "O",
  "B-PER",
  "-",
  '"',
  "\\",
  "#",
  "中",
  "国",
  "😀",
  "👩🏽‍🔬",
  "e\u0301",
  "é",
  "naïve",
  "New York",
  "x\u00a0y",
  "line\u2028sep",
  "\u200bzero",
  "-DOCSTART-",
  "# lacuna: {}",
  "tab\there",
  "new\nline",
  "שלום",
  "\ud800",
  "=1+1",
  "<b>",
  "constructor",
];

const token = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 6 })
      .filter((text) => text.trim() !== ""),
  },
);

const label = fc.constantFrom("PER", "LOC", "a-b", "__proto__", "constructor", "人名", "with blank");

const completeness = fc.constantFrom<Completeness>(
  "complete",
  "partial",
  { complete: ["PER", "__proto__"] },
  { complete: [] },
);

/** What an arbitrary sentence may hold. */
export interface SentenceShape {
  readonly source: string;
  /** Whether entities may nest and overlap (default: true). */
  readonly nested?: boolean;
}

/** A sound sentence (as `finishDraft` leaves it) with awkward words, labels and every optional field. */
export function arbitrarySentence({ source, nested = true }: SentenceShape): fc.Arbitrary<Sentence> {
  return fc.array(token, { minLength: 1, maxLength: 8 }).chain((tokens) => {
    const n = tokens.length;
    const entity = fc
      .tuple(
        fc.nat(n - 1),
        fc.integer({ min: 1, max: 3 }),
        label,
        fc.option(fc.constantFrom(0, 0.5, 1), { nil: undefined, freq: 2 }),
      )
      .map(([start, width, name, score]): Entity => {
        const span = { start, end: Math.min(n, start + width), label: name };
        return score === undefined ? span : { ...span, score };
      });
    const entities = fc.array(entity, { maxLength: 4 }).map((drawn) => {
      const sorted = unique(drawn).sort(compareEntities);
      return nested
        ? sorted
        : sorted.filter((each, i) => sorted.slice(0, i).every((other) => other.end <= each.start));
    });
    const positions = fc
      .uniqueArray(fc.nat(n - 1), { minLength: 1, maxLength: 3 })
      .map((list) => list.sort((a, b) => a - b));
    const optional = fc.record(
      {
        doc: fc.constantFrom("doc-1", "d (2)", "中", "other"),
        hidden: fc
          .array(
            entity.map(({ start, end, label: name }) => ({ start, end, label: name })),
            { maxLength: 2 },
          )
          .map((drawn) => unique(drawn).sort(compareEntities)),
        unknown: positions,
        outside: positions,
        id: fc.constantFrom(0, 12, "id (3)"),
        meta: fc.constantFrom<unknown>({ page: 1, of: ["x\ty"] }, "m", 0, []),
      },
      { requiredKeys: [] },
    );
    return fc.tuple(entities, completeness, optional).map(([drawn, state, rest]) => ({
      tokens,
      entities: drawn,
      completeness: state,
      source,
      ...rest,
    }));
  });
}

/** The sentence with running text: words joined by blanks, and their offsets. */
export function withText(sentence: Sentence): Sentence {
  let at = 0;
  const offsets = sentence.tokens.map((word): [number, number] => {
    const start = at;
    at += word.length + 1;
    return [start, start + word.length];
  });
  return { ...sentence, text: sentence.tokens.join(" "), offsets };
}

function unique(entities: readonly Entity[]): Entity[] {
  return [...new Map(entities.map((entity) => [entityKey(entity), entity])).values()];
}
