import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { arbitrarySentence, withText } from "../../../../test/support/arbitrary-sentence.ts";
import { collect } from "../../../../test/support/collect.ts";
import type { Completeness } from "../../completeness.ts";
import { readCorpus } from "../../read-corpus.ts";
import { ReadLog } from "../../read-log.ts";
import type { Sentence } from "../../sentence.ts";
import { jsonl } from "./jsonl.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-jsonl-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "x.jsonl");

function read(
  content: string | Uint8Array | undefined,
  { log = new ReadLog(), ...spec }: { readonly log?: ReadLog; readonly completeness?: Completeness } = {},
): Promise<Sentence[]> {
  if (content !== undefined) writeFileSync(path, content);
  return collect(readCorpus({ path, ...spec }, { log, format: jsonl.name }));
}

test("the plain form of the data sets", async () => {
  const line = '{"tokens": ["Ann", "left"], "entities": [{"start": 0, "end": 1, "label": "PER"}]}\n';
  expect(await read(line)).toEqual([
    {
      tokens: ["Ann", "left"],
      entities: [{ start: 0, end: 1, label: "PER" }],
      completeness: "complete",
      source: "x.jsonl",
    },
  ]);
});

describe("completeness: the caller's word, then the file's, then complete", () => {
  const line = (field: string) => `{"tokens":["a"],"entities":[]${field}}\n`;
  test.each([
    ["", undefined, "complete"],
    [',"completeness":"partial"', undefined, "partial"],
    [',"completeness":"complete=PER,LOC"', undefined, { complete: ["PER", "LOC"] }],
    [',"completeness":{"complete":["PER"]}', undefined, { complete: ["PER"] }],
    [',"completeness":"partial"', "complete", "complete"],
    ["", "partial", "partial"],
  ] as const)("field %s, caller %s", async (field, completeness, expected) => {
    const options = completeness === undefined ? {} : { completeness };
    expect((await read(line(field), options))[0]!.completeness).toEqual(expected);
  });

  test("what was assumed is announced, once, and only if it was", async () => {
    const log = new ReadLog();
    await read(line("") + line(""), { log });
    expect([...log.assumptions]).toEqual([expect.stringContaining("taken as complete")]);
    const silent = new ReadLog();
    await read(line(',"completeness":"partial"'), { log: silent });
    expect(silent.assumptions.size).toBe(0);
  });
});

describe("input that must not hurt", () => {
  const entity = (start: unknown, end: unknown, label: unknown = "X") =>
    JSON.stringify({ start, end, label });
  const line = (...entities: string[]) => `{"tokens":["a"," ","b"],"entities":[${entities.join(",")}]}`;
  const cases: readonly [string, string, number, string[]][] = [
    ["not JSON", "{oops", 0, ["line that is not JSON"]],
    [
      "not an object",
      '["a"]\n"b"\n7',
      0,
      ["line that is not a JSON object", "line that is not a JSON object", "line that is not a JSON object"],
    ],
    ["no tokens", '{"entities":[]}', 0, ['line without "tokens", a list of strings']],
    ["tokens not strings", '{"tokens":["a",1]}', 0, ['line without "tokens", a list of strings']],
    ["no words", '{"tokens":[]}', 0, ["sentence without words"]],
    ["no entities field", '{"tokens":["a"]}', 0, []],
    ["offsets past the end", line(entity(0, 4)), 0, ["entity outside the sentence"]],
    [
      "negative, empty, fractional",
      line(entity(-1, 1), entity(1, 1), entity(0, 0.5), entity(2, 1)),
      0,
      Array(4).fill("entity outside the sentence"),
    ],
    ["white space only", line(entity(1, 2)), 0, ["entity of white space only"]],
    ["duplicate", line(entity(0, 1), entity(0, 1)), 1, ["entity given twice"]],
    [
      "overlapping and two labels on one span are fine",
      line(entity(0, 2), entity(0, 2, "Y"), entity(0, 3)),
      3,
      [],
    ],
    [
      "label missing or not a string",
      line(entity(0, 1, null), '{"start":0,"end":1}', entity(0, 1, "")),
      0,
      [
        "entity without start, end and label",
        "entity without start, end and label",
        "entity without a label",
      ],
    ],
    ["labels __proto__ and constructor", line(entity(0, 1, "__proto__"), entity(0, 1, "constructor")), 2, []],
    ["BOM, CRLF, blank lines", `\uFEFF${line(entity(0, 1))}\r\n\r\n`, 1, []],
    [
      "completeness nobody knows",
      '{"tokens":["a"],"completeness":"half"}',
      0,
      ['"completeness" that is not understood'],
    ],
    [
      "unknown words outside the sentence",
      '{"tokens":["a"],"unknown":[0,5]}',
      0,
      ["unknown word outside the sentence"],
    ],
    [
      "text that does not fit its offsets",
      '{"tokens":["a"],"text":"a","offsets":[[0,9]]}',
      0,
      ["text and words that do not fit each other"],
    ],
  ];
  test.each(cases)("%s", async (_, content, entities, reasons) => {
    const log = new ReadLog();
    // A file of which nothing can be used would be an error.
    const sentences = await read(`${content}\n{"tokens":["used"]}\n`, { log });
    expect(sentences.flatMap((sentence) => sentence.entities)).toHaveLength(entities);
    expect(log.notices.map(({ reason }) => reason)).toEqual(reasons);
    for (const notice of log.notices) expect(notice.line).toBeGreaterThan(0);
  });

  test("text without offsets is aligned, or dropped with a notice", async () => {
    const log = new ReadLog();
    const [fits, not] = await read('{"tokens":["a","b"],"text":"a  b"}\n{"tokens":["a"],"text":"b"}\n', {
      log,
    });
    expect(fits).toMatchObject({
      text: "a  b",
      offsets: [
        [0, 1],
        [3, 4],
      ],
    });
    expect(not).not.toHaveProperty("text");
    expect(log.notices).toMatchObject([{ line: 2, reason: "text and words that do not fit each other" }]);
  });

  test("lone surrogates and a 1 MB line survive", async () => {
    const tokens = ["\ud800", "x".repeat(1 << 20)];
    expect((await read(JSON.stringify({ tokens, entities: [] })))[0]!.tokens).toEqual(tokens);
  });

  test("strict stops at the first, with file and line", async () => {
    const log = new ReadLog({ strict: true });
    await expect(read('{"tokens":["a"]}\n{oops\n', { log })).rejects.toThrow(
      /x\.jsonl:2: line that is not JSON/,
    );
  });

  test("a field that is not ours is announced", async () => {
    const log = new ReadLog();
    await read('{"tokens":["a"],"pos":["X"]}', { log });
    expect([...log.assumptions]).toContainEqual('x.jsonl: the field "pos" is not used and not kept');
  });
});

test("reading what was written gives the sentences back, text and scores included", async () => {
  const sentence = fc.oneof(
    arbitrarySentence({ source: "x.jsonl" }),
    arbitrarySentence({ source: "other" }).map(withText),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(sentence, { maxLength: 4 }), async (sentences) => {
      await jsonl.write!(path, sentences, { log: new ReadLog() });
      const log = new ReadLog();
      expect(await read(undefined, { log })).toEqual(sentences);
      expect(log.total).toBe(0);
    }),
  );
});

test("the source is written only where it is not the file itself", async () => {
  const sentence: Sentence = { tokens: ["a"], entities: [], completeness: "partial", source: "x.jsonl" };
  await jsonl.write!(path, [sentence, { ...sentence, source: "y" }], { log: new ReadLog() });
  expect(readFileSync(path, "utf8")).toBe(
    '{"tokens":["a"],"entities":[],"completeness":"partial"}\n{"tokens":["a"],"entities":[],"completeness":"partial","source":"y"}\n',
  );
});
