import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { arbitrarySentence } from "../../../../test/support/arbitrary-sentence.ts";
import { collect } from "../../../../test/support/collect.ts";
import type { ReadOptions } from "../../format.ts";
import { readCorpus } from "../../read-corpus.ts";
import { ReadLog } from "../../read-log.ts";
import type { Sentence } from "../../sentence.ts";
import { tagSchemes } from "../../tag-scheme.ts";
import { columns } from "./columns.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-columns-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "x.conll");

async function read(content: string | Uint8Array, options: Partial<ReadOptions> = {}) {
  writeFileSync(path, content);
  return readBack({ ...options, log: options.log ?? new ReadLog() });
}

function readBack(options: ReadOptions): Promise<Sentence[]> {
  return collect(readCorpus({ path }, { ...options, format: columns.name }));
}

const show = ({ tokens, entities }: Sentence) =>
  entities.map(({ start, end, label }) => `${tokens.slice(start, end).join(" ")}/${label}`);

describe("files as they are met", () => {
  test("CoNLL-2003: IOB1, blanks, POS and chunk columns, -DOCSTART-", async () => {
    const log = new ReadLog();
    const text =
      "-DOCSTART- -X- O O\n\nWest NNP I-NP I-MISC\nIndian NNP I-NP I-MISC\nPhil NNP I-NP I-PER\nSimmons NNP I-NP I-PER\n\n-DOCSTART- -X- O O\n\nLONDON NNP I-NP I-LOC\n";
    const sentences = await read(text, { log });
    expect(sentences.map(show)).toEqual([["West Indian/MISC", "Phil Simmons/PER"], ["LONDON/LOC"]]);
    expect(sentences.map(({ doc }) => doc)).toEqual(["doc-1", "doc-2"]);
    expect(log.total).toBe(0);
    expect([...log.assumptions][0]).toContain("tags in column 3 (from 0), scheme iob1");
  });

  test("GENIA: layers of nested entities", async () => {
    const text =
      "IL\tB-DNA\tB-protein\tO\n-\tI-DNA\tI-protein\tO\n2\tI-DNA\tI-protein\tO\ngene\tI-DNA\tO\tO\n";
    expect((await read(text)).map(show)).toEqual([["IL - 2 gene/DNA", "IL - 2/protein"]]);
  });

  test("Resume: BMES with blanks", async () => {
    expect((await read("吴 B-NAME\n重 M-NAME\n阳 E-NAME\n， O\n汉 S-RACE\n")).map(show)).toEqual([
      ["吴 重 阳/NAME", "汉/RACE"],
    ]);
  });

  test("-DOCSTART- in other spellings, with the sentence right behind", async () => {
    const sentences = await read(
      "-DOCSTART-\nA\tO\n\n-DOCSTART- (12 EU)\tO\nB\tO\n\n--docstart--\tO\n\nC\tO\n",
    );
    expect(sentences.map(({ tokens, doc }) => [tokens[0], doc])).toEqual([
      ["A", "doc-1"],
      ["B", "12 EU"],
      ["C", "doc-2"],
    ]);
  });

  test("words without any tags", async () => {
    const log = new ReadLog();
    const sentences = await read("just\nwords\n\nhere\n", { log });
    expect(sentences.map(({ tokens }) => tokens)).toEqual([["just", "words"], ["here"]]);
    expect([...log.assumptions][0]).toContain("no column holds tags");
  });

  test("the columns can be named", async () => {
    const text = "B-PER 1 Ann\nO 2 left\n";
    expect((await read(text, { tokenColumn: -1, tagColumns: [0] })).map(show)).toEqual([["Ann/PER"]]);
    await expect(read(text, { tagColumns: [3] })).rejects.toThrow("there is no column 3");
  });
});

describe("input that must not hurt", () => {
  const cases: readonly [string, string, string[][], string[]][] = [
    ["byte-order mark and CRLF", "\uFEFFAnn\tB-PER\r\nleft\tO\r\n", [["Ann/PER"]], []],
    ["CR alone", "Ann\tB-PER\rleft\tO\r\rBob\tB-PER\r", [["Ann/PER"], ["Bob/PER"]], []],
    ["no final newline", "Ann\tB-PER", [["Ann/PER"]], []],
    ["NBSP and U+2028 inside a word", "x\u00a0y\u2028z B-PER\nw O\n", [["x\u00a0y\u2028z/PER"]], []],
    ["a word with a blank, tabs", "New York\tB-LOC\nis\tO\n", [["New York/LOC"]], []],
    [
      "a word with a blank, blanks",
      "a O\nNew York B-LOC\nb O\n",
      [["New York/LOC"]],
      ["2 too many columns, read as a word with blanks"],
    ],
    [
      "a line without its tag",
      "a O\nb\nc B-LOC\n",
      [["c/LOC"]],
      ["2 fewer columns than the other lines, the word's tag is unknown"],
    ],
    [
      "a cell too many, tabs",
      "a\tO\nb\tO\tx\nc\tO\n",
      [[]],
      ["2 more columns than the other lines, the rest is not used"],
    ],
    [
      "I after O",
      "a\tO\nb\tI-PER\nc\tB-PER\nd\tO\ne\tB-LOC\n",
      [["b/PER", "c/PER", "e/LOC"]],
      ["2 tag that breaks the scheme"],
    ],
    [
      "B-X I-Y",
      "a\tB-PER\nb\tI-LOC\nc\tB-PER\n",
      [["a/PER", "b/LOC", "c/PER"]],
      ["2 tag that breaks the scheme"],
    ],
    [
      "E and S mixed in",
      "a\tB-X\nb\tI-X\nc\tE-X\nd\tB-X\ne\tB-X\nf\tI-X\n",
      [["a b c/X", "d/X", "e f/X"]],
      ["3 tag that breaks the scheme"],
    ],
    [
      "M for I",
      "a\tB-X\nb\tM-X\nc\tB-X\nd\tI-X\ne\tI-X\n",
      [["a b/X", "c d e/X"]],
      ["2 tag that breaks the scheme"],
    ],
    ["empty file", "", [], []],
    ["blank lines only", "\n \n\t\n", [], []],
    ["white-space-only entity", "\u00a0\tB-X\na\tO\n", [[]], ["1 entity of white space only"]],
    [
      "labels called __proto__ and constructor",
      "a\tB-__proto__\nb\tB-constructor\n",
      [["a/__proto__", "b/constructor"]],
      [],
    ],
    ["a comment line", "# text = a b\na\tO\n", [[]], ["1 comment line"]],
    ["a # that is a word", "#\tO\nAnn\tB-PER\n", [["Ann/PER"]], []],
    ["a broken # lacuna: line", "# lacuna: {oops\nAnn\tB-PER\n", [["Ann/PER"]], ['2 bad "lacuna" field']],
  ];
  test.each(cases)("%s", async (_, content, expected, notices) => {
    const log = new ReadLog();
    expect((await read(content, { log })).map(show)).toEqual(expected);
    expect(log.notices.map(({ line, reason }) => `${line} ${reason}`)).toEqual(notices);
  });

  test("a 1 MB word", async () => {
    const long = "x".repeat(1 << 20);
    expect((await read(`${long}\tB-X\n`))[0]!.tokens).toEqual([long]);
  });

  test("strict makes a repair an error with its place", async () => {
    await expect(read("a\tO\nb\tI-PER\nc\tB-X\n", { log: new ReadLog({ strict: true }) })).rejects.toThrow(
      /x\.conll:2: tag that breaks/,
    );
  });

  test("a tag of - means that the word's label is unknown", async () => {
    expect((await read("a\t-\nb\tB-PER\n"))[0]).toMatchObject({
      unknown: [0],
      entities: [{ start: 1, end: 2, label: "PER" }],
    });
  });
});

describe("what is written", () => {
  const plain: Sentence = {
    tokens: ["Ann", "left"],
    entities: [{ start: 0, end: 1, label: "PER" }],
    completeness: "complete",
    source: "elsewhere.jsonl",
  };

  test("a complete flat corpus is plain columns", async () => {
    await columns.write!(path, [plain, { ...plain, doc: "d1" }], { log: new ReadLog() });
    expect(readFileSync(path, "utf8")).toBe(
      "Ann\tB-PER\nleft\tO\n\n-DOCSTART- (d1)\tO\n\nAnn\tB-PER\nleft\tO\n",
    );
  });

  test("nested entities get columns, and every line has them", async () => {
    const nested = { ...plain, entities: [{ start: 0, end: 2, label: "ORG" }, ...plain.entities] };
    await columns.write!(path, [plain, nested], { log: new ReadLog() });
    expect(readFileSync(path, "utf8")).toBe(
      "Ann\tB-PER\tO\nleft\tO\tO\n\nAnn\tB-ORG\tB-PER\nleft\tI-ORG\tO\n",
    );
  });

  test("a partial sentence says so", async () => {
    await columns.write!(path, [{ ...plain, completeness: "partial", source: "x.conll" }], {
      log: new ReadLog(),
    });
    expect(readFileSync(path, "utf8")).toBe('# lacuna: {"completeness":"partial"}\nAnn\tB-PER\nleft\tO\n');
  });

  test("a failure half-way leaves nothing behind, and the old file as it was", async () => {
    writeFileSync(path, "old");
    function* failing() {
      yield plain;
      throw new Error("disk on fire");
    }
    await expect(columns.write!(path, failing(), { log: new ReadLog() })).rejects.toThrow("disk on fire");
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(await readdir(folder)).toEqual(["x.conll"]);
  });
});

test.each(tagSchemes)("reading what was written gives the sentences back: %s", async (scheme) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitrarySentence({ source: "x.conll" }), { minLength: 1, maxLength: 4 }),
      async (sentences) => {
        await columns.write!(path, sentences, { log: new ReadLog(), scheme });
        const layers = Math.max(
          ...readFileSync(path, "utf8")
            .split("\n")
            .filter((line) => line.includes("\t"))
            .map((line) => line.split("\t").length - 1),
        );
        const log = new ReadLog();
        const tagColumns = Array.from({ length: layers }, (_, i) => i + 1);
        expect(await readBack({ log, scheme, tagColumns })).toEqual(sentences);
        expect(log.notices).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});
