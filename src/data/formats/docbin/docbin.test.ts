import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { decode, encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arbitrarySentence, withText } from "../../../../test/support/arbitrary-sentence.ts";
import { collect } from "../../../../test/support/collect.ts";
import { needs, testWith } from "../../../../test/support/needs.ts";
import { readCorpus } from "../../read-corpus.ts";
import { ReadLog } from "../../read-log.ts";
import type { Sentence } from "../../sentence.ts";
import { encodeDoc } from "./doc.ts";
import { docbin } from "./docbin.ts";
import { parseDocBin } from "./message.ts";
import { stringId } from "./string-ids.ts";

const fixtures = "test/fixtures/spacy";

/** What spaCy itself reads: scripts/check-spacy.py. */
interface SpacyDoc {
  readonly words: readonly string[];
  readonly text: string;
  readonly unknownSpaces: boolean;
  readonly iob: readonly number[];
  readonly ents: readonly (readonly [number, number, string])[];
  readonly starts: readonly number[];
  readonly spans: Readonly<Record<string, readonly (readonly [number, number, string, string])[]>>;
  readonly userData: Readonly<Record<string, unknown>>;
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-docbin-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function says(): Promise<{ ids: Record<string, string>; files: Record<string, SpacyDoc[]> }> {
  return JSON.parse(await readFile(join(fixtures, "spacy-says.json"), "utf8"));
}

async function read(path: string) {
  const log = new ReadLog();
  const sentences = await collect(readCorpus({ path }, { log, format: "docbin" }));
  const shown = sentences.map(({ tokens, entities }) =>
    [tokens.join("|"), ...entities.map((e) => `${e.label}=${e.start}-${e.end}`)].join(" "),
  );
  return { sentences, shown, log };
}

test("strings have the numbers that spaCy gives them", async () => {
  const { ids } = await says();
  expect(Object.keys(ids)).toHaveLength(12);
  for (const [text, id] of Object.entries(ids)) expect([text, String(stringId(text))]).toEqual([text, id]);
});

describe("files that spaCy 3.8 wrote", () => {
  test("documents: sentences, nested spans, white space, what is unknown", async () => {
    const { sentences, shown, log } = await read(join(fixtures, "documents.spacy"));
    expect(shown).toEqual([
      "Ann|Lee|left|Oslo|on|Monday|. PERSON=0-2 My Label=3-4 DATE=5-6",
      "She|was|😀|happy|in|東京|,|said|ACME|Inc.|there|.",
      "Bob|met|Eve|in|Rome|and|Paris|. PERSON=0-1",
      "University|of|New|York|at|Oslo ORG=0-4 NOUN PHRASE=0-1 GPE=2-4 GPE=5-6",
      "Nobody|annotated|this|.",
      "Ann|did|n't|go PERSON=0-1",
    ]);
    expect(sentences.map(({ text }) => text)).toEqual([
      "Ann Lee left Oslo on Monday.",
      "\n\nShe  was 😀 happy in 東京, said ACME Inc. there.",
      "Bob met Eve in Rome and Paris .",
      "University of New York at Oslo",
      "Nobody annotated this.",
      undefined,
    ]);
    expect(sentences.map(({ doc }) => doc)).toEqual([
      "documents.spacy:1",
      "documents.spacy:1",
      ...Array(4).fill(undefined),
    ]);
    expect(sentences[1]!.offsets!.slice(0, 4)).toEqual([
      [2, 5],
      [7, 10],
      [11, 13],
      [14, 19],
    ]);
    // "met" is outside, and no entity may be at "and"; of the other words nothing is known.
    expect(sentences[2]!.unknown).toEqual([2, 3, 4, 6, 7]);
    expect(sentences.map(({ completeness }) => completeness)).toEqual([
      ...Array(4).fill("complete"),
      "partial",
      "complete",
    ]);
    expect(log.notices.map(({ line, reason }) => `${line} ${reason}`)).toEqual(["6 sentence without words"]);
    expect([...log.assumptions].filter((note) => note.includes("not kept"))).toEqual([
      "documents.spacy: cats and user_data are not used and not kept",
    ]);
  });

  test.each(["documents.spacy", "minimal.spacy", "old.spacy", "empty.spacy"])(
    "%s: words and entities are those that spaCy reads",
    async (name) => {
      const { sentences } = await read(join(fixtures, name));
      const docs = (await says()).files[name]!;
      expect(sentences.flatMap(({ tokens }) => tokens)).toEqual(
        docs.flatMap(({ words }) => words.filter((word) => word.trim() !== "")),
      );
      const surfaces = docs.flatMap(({ words, ents, spans }) => [
        ...new Set(
          [...ents, ...Object.values(spans).flat()].map(
            ([start, end, label]) => `${label}: ${words.slice(start, end).join(" ")}`,
          ),
        ),
      ]);
      expect(
        sentences
          .flatMap(({ tokens, entities }) =>
            entities.map(({ start, end, label }) => `${label}: ${tokens.slice(start, end).join(" ")}`),
          )
          .sort(),
      ).toEqual(surfaces.sort());
    },
  );
});

describe("files that Lacuna writes", () => {
  const sentences: Sentence[] = [
    {
      tokens: ["Ann", "Lee", "left", "東京", "😀"],
      entities: [
        { start: 0, end: 2, label: "PERSON" },
        { start: 1, end: 2, label: "x y" },
        { start: 3, end: 5, label: "漢", score: 0.25 },
      ],
      completeness: "complete",
      source: "a",
      text: "Ann  Lee\nleft 東京😀 ",
      offsets: [
        [0, 3],
        [5, 8],
        [9, 13],
        [14, 16],
        [16, 18],
      ],
      unknown: [2],
    },
    {
      tokens: ["Bob", "was", "in", "Rome"],
      entities: [{ start: 3, end: 4, label: "GPE" }],
      completeness: "partial",
      outside: [1],
      source: "a",
      doc: "d7",
    },
    { tokens: ["ORTH", "\ud83d", ""], entities: [], completeness: "complete", source: "a" },
  ];

  testWith(needs.spacy, "spaCy reads what was written", async () => {
    const path = join(folder, "ours.spacy");
    await docbin.write!(path, sentences, { log: new ReadLog() });
    const [first, second, third] = spacyReads(path);
    expect(first).toMatchObject({
      words: ["Ann", " ", "Lee", "\n", "left", "東京", "😀"],
      text: sentences[0]!.text,
      iob: [3, 1, 1, 2, 0, 3, 1],
      ents: [
        [0, 3, "PERSON"],
        [5, 7, "漢"],
      ],
      starts: [0],
      spans: {
        sc: [
          [0, 3, "PERSON", "Ann  Lee"],
          [2, 3, "x y", "Lee"],
          [5, 7, "漢", "東京😀"],
        ],
      },
    });
    expect(second).toMatchObject({
      words: ["Bob", "was", "in", "Rome"],
      unknownSpaces: true,
      iob: [0, 2, 0, 3],
      ents: [[3, 4, "GPE"]],
      spans: { sc: [[3, 4, "GPE", "Rome"]] },
      userData: { lacuna: '{"completeness":"partial","doc":"d7","source":"a","outside":[1]}' },
    });
    expect(third).toMatchObject({ words: ["ORTH", "\ufffd", "\ufffd"], iob: [2, 2, 2], ents: [], spans: {} });
  });

  testWith(needs.spacy, "spaCy reads whatever sentences are written, with and without text", async () => {
    const path = join(folder, "any.spacy");
    const drawn = fc.sample(arbitrarySentence({ source: "any.conll" }), { numRuns: 300, seed: 7 });
    const made = drawn.map((each, i) => (i % 2 === 0 ? each : withText(each)));
    await docbin.write!(path, made, { log: new ReadLog() });
    const read = spacyReads(path);
    expect(read.map(({ words, iob, text }) => ({ words, iob, text }))).toEqual(
      made.map((each) => {
        const { tokens } = encodeDoc(each);
        return {
          words: tokens.map(({ text }) => text),
          iob: tokens.map(({ iob }) => iob),
          text: tokens.map(({ text, space }) => (space ? `${text} ` : text)).join(""),
        };
      }),
    );
    const all = read.map(({ spans, ents }) => spans.sc ?? ents);
    expect(all.map((spans) => spans.length)).toEqual(made.map(({ entities }) => entities.length));
  });

  test("a document that was changed in spaCy is believed, and that is said", async () => {
    const path = join(folder, "changed.spacy");
    const odd: Sentence = {
      tokens: ["Ann", "left"],
      entities: [{ start: 0, end: 1, label: "\ud800" }],
      completeness: "complete",
      source: "a",
    };
    await docbin.write!(path, [odd], { log: new ReadLog() });
    const message = decode(inflateSync(await readFile(path))) as { tokens: Uint8Array };
    const rows = new BigUint64Array(Uint8Array.from(message.tokens).buffer);
    rows.set([2n, 0n], 1);
    await writeFile(path, deflateSync(encode({ ...message, tokens: new Uint8Array(rows.buffer) })));
    const { shown, log } = await read(path);
    expect(shown).toEqual(["Ann|left"]);
    expect(log.notices.map(({ reason }) => reason)).toEqual([
      "entities changed after they were written; scores and odd labels lost",
    ]);
  });

  test("standard output and .gz are refused", async () => {
    const log = new ReadLog();
    await expect(docbin.write!("-", [], { log })).rejects.toThrow("cannot be written to standard output");
    await expect(docbin.write!(join(folder, "a.spacy.gz"), [], { log })).rejects.toThrow(
      "compressed already",
    );
  });
});

describe("hostile files", () => {
  const good = {
    attrs: [65],
    tokens: new Uint8Array(8),
    spaces: new Uint8Array(1),
    lengths: new Uint8Array([1, 0, 0, 0]),
  };
  test.each([
    ["no zlib", Buffer.from("plain"), "incorrect header check"],
    ["broken off", deflateSync("x".repeat(500)).subarray(0, 12), "unexpected end of file"],
    ["no msgpack", deflateSync(Buffer.from([0xc1])), "not a sound .spacy file"],
    ["no map", deflateSync(encode([1])), "it holds no DocBin"],
    ["no words", deflateSync(encode({ ...good, attrs: [77], strings: [] })), "lacks ORTH"],
    ["no strings", deflateSync(encode({ ...good, strings: 5 })), '"strings" is no list of strings'],
    [
      "lengths too large",
      deflateSync(encode({ ...good, strings: [], lengths: new Uint8Array(4).fill(127) })),
      "2139062143",
    ],
    [
      "lengths below zero",
      deflateSync(encode({ ...good, strings: [], lengths: new Uint8Array(4).fill(255) })),
      "NaN",
    ],
    ["too few flags", deflateSync(encode({ ...good, strings: [], flags: [] })), '"flags" has no entry'],
    [
      "a list of four billion items",
      deflateSync(Buffer.from([0xdd, 255, 255, 255, 255])),
      "not a sound .spacy file",
    ],
  ])("%s", async (_, bytes, message) => {
    const path = join(folder, "hostile.spacy");
    await writeFile(path, bytes);
    await expect(read(path)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining(message),
    });
  });

  test("a bomb is stopped at the limit", async () => {
    const bytes = deflateSync(Buffer.alloc(1 << 24));
    await expect(parseDocBin(bytes, "bomb.spacy", 1 << 20)).rejects.toMatchObject({
      name: "UserError",
      message: '"bomb.spacy" holds more than 1 MiB of data',
    });
  });

  test("whatever byte is changed, it ends in sentences or in a UserError", async () => {
    const path = join(folder, "fuzz.spacy");
    const plain = inflateSync(await readFile(join(fixtures, "documents.spacy")));
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.length - 1), fc.nat(255), async (at, byte) => {
        const bytes = Buffer.from(plain);
        bytes[at] = byte;
        await writeFile(path, deflateSync(bytes));
        const found = await read(path).catch((error: unknown) => error);
        if (found instanceof Error) expect(found.name).toBe("UserError");
      }),
      { numRuns: 500 },
    );
  });
});

function spacyReads(path: string): SpacyDoc[] {
  const python = process.env.LACUNA_PYTHON!;
  return JSON.parse(execFileSync(python, ["scripts/check-spacy.py", "read", path], { encoding: "utf8" }));
}
