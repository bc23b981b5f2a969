import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect } from "../../../test/support/collect.ts";
import { offsetUnits } from "../../text/convert-offsets.ts";
import type { Completeness } from "../completeness.ts";
import type { Format } from "../format.ts";
import { readCorpus } from "../read-corpus.ts";
import { ReadLog } from "../read-log.ts";
import type { Offset, Sentence } from "../sentence.ts";
import type { Entity } from "../span.ts";
import { tagSchemes } from "../tag-scheme.ts";
import { brat } from "./brat/brat.ts";
import { docbin } from "./docbin/docbin.ts";
import { finishDraft } from "./finish-draft.ts";
import { huggingFace } from "./hugging-face/hugging-face.ts";
import { parquet } from "./hugging-face/parquet.ts";
import { doccano } from "./json/doccano.ts";
import { gliner } from "./json/gliner.ts";
import { labelStudio } from "./json/label-studio.ts";
import { prodigy } from "./json/prodigy.ts";
import { spacy } from "./json/spacy.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-round-trip-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const cases: readonly (readonly [Format, string])[] = [
  [prodigy, "out.jsonl"],
  [doccano, "out.jsonl"],
  [spacy, "out.jsonl"],
  [labelStudio, "out.json"],
  [labelStudio, "out.jsonl"],
  [huggingFace, "out.jsonl"],
  [parquet, "out.parquet"],
  [docbin, "out.spacy"],
  [gliner, "out.json"],
  [gliner, "out.jsonl"],
  [labelStudio, "out.json.gz"],
  [doccano, "out.jsonl.gz"],
  [brat, "out"],
  [brat, "out.ann"],
];

/** Words that cut a character in two, which no UTF-8 can spell one by one. */
const cutInTwo: Sentence = {
  tokens: ["\ud83d", "\ude00"],
  entities: [],
  completeness: "complete",
  source: "first.conll",
  text: "\ud83d\ude00",
  offsets: [
    [0, 1],
    [1, 2],
  ],
};

describe.each(cases)("$name", (format, fileName) => {
  test(`what is written to ${fileName} is read back, and nothing is reported`, async () => {
    const path = join(folder, fileName);
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentence(), { maxLength: 4 }),
        fc.constantFrom(undefined, ...offsetUnits),
        fc.constantFrom(undefined, ...tagSchemes),
        async (sentences, offsetUnit, scheme) => {
          const log = new ReadLog({ strict: true });
          const options = { log, ...(offsetUnit && { offsetUnit }), ...(scheme && { scheme }) };
          await format.write!(path, sentences, options);
          const found = await collect(readCorpus({ path }, { ...options, format: format.name }));
          expect(order(found, format).map((read, i) => keepText(read, order(sentences, format)[i]))).toEqual(
            order(sentences, format),
          );
          expect(log.assumptions).toEqual(new Set());
        },
      ),
      { numRuns: 100, examples: [[[cutInTwo], undefined, undefined]] },
    );
  });
});

/** A folder of brat files is read by the names of its documents; within each, order is kept. */
function order(sentences: readonly Sentence[], format: Format): readonly Sentence[] {
  if (format !== brat) return sentences;
  const key = ({ doc }: Sentence) => (doc === undefined ? "none" : `doc ${doc}`);
  return sentences.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** A text that the writer made up is no loss; one that was there must come back. */
function keepText(read: Sentence, written: Sentence | undefined): Sentence {
  if (written?.text !== undefined) return read;
  const { text: _, offsets: __, ...rest } = read;
  return rest;
}

const pieces = [
  ..."a.,'#-漢カ。\u00a0\u2028\u0301😀[{\"\\",
  "John",
  "'s",
  "U.S.",
  "don't",
  "👩‍👩‍👧‍👦",
  "e\u0301",
  "New York",
  "x\u00a0y",
  "p\u2028q",
  "a\tb",
  "two\nlines",
  "cr\rlf\r\n",
  "\ufeff",
  "\ud83d",
  "\ude00",
  "",
  "<T1>",
];

function sentence(): fc.Arbitrary<Sentence> {
  const token = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
  );
  return fc.array(token, { minLength: 1, maxLength: 7 }).chain((tokens) => {
    const entities = entitiesOf(tokens);
    const words = fc
      .uniqueArray(fc.nat(tokens.length - 1), { minLength: 1 })
      .map((list) => list.sort((a, b) => a - b));
    return fc
      .record(
        {
          tokens: fc.constant(tokens),
          entities,
          completeness: fc.constantFrom<Completeness>(
            "complete",
            "partial",
            { complete: ["PER", "__proto__"] },
            { complete: ["a,b"] },
            { complete: [] },
          ),
          source: fc.constantFrom("first.conll", "out.jsonl", "out.txt"),
          doc: fc.constantFrom(
            "d1",
            "D1",
            "a b",
            "../up",
            "",
            "constructor",
            "é",
            "e\u0301",
            "out",
            "x".repeat(300),
          ),
          hidden: entities,
          unknown: words,
          outside: words,
          id: fc.constantFrom(0, 7, "a b", ""),
          meta: fc.constantFrom<unknown>(
            { a: [1] },
            { text: "t" },
            { __proto__: 1, meta: 2 },
            {},
            [],
            "m",
            0,
            false,
          ),
          textStart: fc.nat(9),
          text: texts(tokens),
        },
        { requiredKeys: ["tokens", "entities", "completeness", "source"] },
      )
      .map(({ text, ...rest }) => finish({ ...rest, ...text }));
  });
}

/** Brings a made-up sentence into the order that every reader gives. */
function finish(made: Sentence): Sentence {
  const at = { file: "made", line: 1 };
  return finishDraft({ ...made, at }, { log: new ReadLog() })!;
}

/** Entities that nest and overlap, of odd labels, some with scores; none on blank words alone. */
function entitiesOf(tokens: readonly string[]): fc.Arbitrary<Entity[]> {
  const label = fc.constantFrom("PER", "__proto__", "constructor", "A B", "B-X", "a\tb", "漢", "T1 0 5");
  const entity = fc
    .tuple(
      fc.nat(tokens.length - 1),
      fc.nat(tokens.length - 1),
      label,
      fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    )
    .map(([a, b, label, score]): Entity => {
      const span = { start: Math.min(a, b), end: Math.max(a, b) + 1, label };
      return score === null || Object.is(score, -0) ? span : { ...span, score };
    });
  return fc
    .uniqueArray(entity, {
      maxLength: 5,
      selector: ({ start, end, label }) => `${start} ${end} ${label}`,
    })
    .map((list) =>
      list.filter(({ start, end }) => tokens.slice(start, end).some((token) => token.trim() !== "")),
    );
}

/** A text around the words; now and then the words are not what stands in it. */
function texts(tokens: readonly string[]): fc.Arbitrary<{ text: string; offsets: Offset[] }> {
  const gap = fc.constantFrom("", " ", "  ", "\n", "😀 ", "\u00a0", "-");
  const gaps = fc.array(gap, { minLength: tokens.length + 1, maxLength: tokens.length + 1 });
  return fc.tuple(gaps, fc.nat(9)).map(([gaps, odd]) => {
    let text = gaps[0]!;
    const offsets = tokens.map((token, i): Offset => {
      const shown = odd === i ? "``" : token;
      const start = text.length;
      text += shown + gaps[i + 1]!;
      return [start, start + shown.length];
    });
    return { text, offsets };
  });
}

test("the made-up sentences are as odd as they should be", () => {
  const made = fc.sample(sentence(), { numRuns: 500, seed: 1 });
  expect(made.filter(({ text }) => text !== undefined).length).toBeGreaterThan(50);
  expect(made.filter(({ tokens }) => tokens.includes("two\nlines")).length).toBeGreaterThan(10);
  expect(made.filter(({ entities }) => entities.length > 1).length).toBeGreaterThan(50);
  expect(basename(folder)).toMatch(/^lacuna-/);
});
