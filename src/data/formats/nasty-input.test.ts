import { appendFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect } from "../../../test/support/collect.ts";
import type { Format, ReadOptions } from "../format.ts";
import { readCorpus } from "../read-corpus.ts";
import { ReadLog } from "../read-log.ts";
import type { Sentence } from "../sentence.ts";
import { brat } from "./brat/brat.ts";
import { docbin } from "./docbin/docbin.ts";
import { huggingFace } from "./hugging-face/hugging-face.ts";
import { parquet } from "./hugging-face/parquet.ts";
import { doccano } from "./json/doccano.ts";
import { gliner } from "./json/gliner.ts";
import { labelStudio } from "./json/label-studio.ts";
import { prodigy } from "./json/prodigy.ts";
import { spacy } from "./json/spacy.ts";
import { text } from "./text.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-nasty-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(format: Format, content: string | Buffer, options: Partial<ReadOptions> = {}) {
  const path = join(folder, "in.jsonl");
  await writeFile(path, content);
  const log = options.log ?? new ReadLog();
  const sentences = await collect(readCorpus({ path }, { ...options, log, format: format.name }));
  const shown = sentences.map(({ tokens, entities }) =>
    [tokens.join("|"), ...entities.map((e) => `${e.label}=${e.start}-${e.end}`)].join(" "),
  );
  return { sentences, shown, log, reasons: log.notices.map(({ line, reason }) => `${line} ${reason}`) };
}

type Span = readonly [start: unknown, end: unknown, label: unknown];

/** How each character-offset format states a text and its spans. */
const characterFormats: readonly (readonly [Format, (text: string, spans: readonly Span[]) => unknown])[] = [
  [prodigy, (text, spans) => ({ text, spans: spans.map(([start, end, label]) => ({ start, end, label })) })],
  [doccano, (text, label) => ({ text, label })],
  [spacy, (text, entities) => [text, { entities }]],
  [
    labelStudio,
    (text, spans) => ({
      data: { text },
      annotations: [
        {
          result: spans.map(([start, end, label]) => ({
            type: "labels",
            value: { start, end, labels: [label] },
          })),
        },
      ],
    }),
  ],
];

/** Text, spans, what is read, and the reasons reported. */
const spanCases: readonly (readonly [string, string, readonly Span[], string, readonly string[]])[] = [
  [
    "past the end",
    "Ann left",
    [
      [4, 9, "X"],
      [0, 3, "PER"],
    ],
    "Ann|left PER=0-1",
    ["entity offsets past the end of the text"],
  ],
  [
    "before the beginning",
    "Ann left",
    [[-3, 3, "X"]],
    "Ann|left",
    ["entity offsets past the end of the text"],
  ],
  ["backwards", "Ann left", [[3, 0, "X"]], "Ann|left", ["entity that ends before it begins"]],
  ["empty", "Ann left", [[4, 4, "X"]], "Ann|left", ["entity that ends before it begins"]],
  ["fractional", "Ann left", [[0.5, 3, "X"]], "Ann|left", ["entity offsets that are not whole numbers"]],
  ["strings", "Ann left", [["0", "3", "X"]], "Ann|left", ["entity offsets that are not whole numbers"]],
  ["missing", "Ann left", [[null, 3, "X"]], "Ann|left", ["entity offsets that are not whole numbers"]],
  [
    "no label",
    "Ann left",
    [
      [0, 3, null],
      [0, 3, ""],
      [0, 3, 5],
    ],
    "Ann|left",
    Array(3).fill("entity without a label"),
  ],
  ["white space only", "Ann  left", [[3, 5, "X"]], "Ann|left", ["entity of white space only"]],
  [
    "white space at the edges",
    "Ann \u00a0left",
    [[0, 5, "X"]],
    "Ann|left X=0-1",
    ["white space at the edge of an entity left out"],
  ],
  [
    "given twice",
    "Ann left",
    [
      [0, 3, "X"],
      [0, 3, "X"],
    ],
    "Ann|left X=0-1",
    ["entity given twice"],
  ],
  [
    "overlapping and nested",
    "a b c d",
    [
      [0, 5, "X"],
      [2, 7, "X"],
      [2, 3, "Y"],
    ],
    "a|b|c|d X=0-3 X=1-4 Y=1-2",
    [],
  ],
  [
    "odd labels",
    "Ann left",
    [
      [0, 3, "__proto__"],
      [4, 8, "constructor"],
    ],
    "Ann|left __proto__=0-1 constructor=1-2",
    [],
  ],
  ["NBSP and U+2028", "a\u00a0b\u2028c", [[2, 5, "X"]], "a|b|c X=1-3", []],
  ["decomposed letters", "cafe\u0301 noir", [[0, 5, "X"]], "cafe\u0301|noir X=0-1", []],
  ["composed letters", "café noir", [[0, 4, "X"]], "café|noir X=0-1", []],
  ["unpaired surrogates", "\ud83d Ann \udc00", [[2, 5, "X"]], "\ud83d|Ann|\udc00 X=1-2", []],
  [
    "entity inside a word",
    "abcd",
    [[1, 3, "X"]],
    "a|bc|d X=1-2",
    Array(2).fill("word cut in two where an entity begins or ends"),
  ],
];

describe.each(characterFormats)("$name", (format, make) => {
  const line = (content: string, spans: readonly Span[] = []) => JSON.stringify(make(content, spans));
  const good = line("Ann left", [[0, 3, "PER"]]);

  test.each(spanCases)("entity: %s", async (_, content, spans, expected, reasons) => {
    const found = await read(format, `${line(content, spans)}\n`);
    expect(found.shown).toEqual([expected]);
    expect(found.reasons).toEqual(reasons.map((reason) => `1 ${reason}`));
  });

  test("offsets inside a surrogate pair", async () => {
    const found = await read(
      format,
      line("😀 Ann", [
        [1, 6, "X"],
        [3, 6, "PER"],
      ]),
      { offsetUnit: "utf16" },
    );
    expect(found.shown).toEqual(["😀|Ann PER=1-2"]);
    expect(found.reasons).toEqual(["1 entity offset inside a character"]);
  });

  test.each([
    ["byte-order mark", `\ufeff${good}\n${good}\n`],
    ["CRLF", `${good}\r\n${good}\r\n`],
    ["CR", `${good}\r${good}\r`],
    ["no final newline", `${good}\n${good}`],
    ["blank lines", `\n \n${good}\n\t\n${good}\n\n`],
  ])("lines: %s", async (_, content) => {
    const found = await read(format, content);
    expect(found.shown).toEqual(["Ann|left PER=0-1", "Ann|left PER=0-1"]);
    expect(found.log.total).toBe(0);
  });

  test("an empty file holds nothing", async () => {
    const found = await read(format, "");
    expect(found.shown).toEqual([]);
    expect(found.log.total).toBe(0);
  });

  test("each line that cannot be used is counted, with its number", async () => {
    const found = await read(
      format,
      [good, "{", "null", "7", '"x"', "{}", '{"text":5}', "[]", good, line("")].join("\n"),
    );
    expect(found.shown).toHaveLength(2);
    expect(found.log.notices.map((notice) => notice.line)).toEqual([2, 3, 4, 5, 6, 7, 8, 10]);
    expect(found.log.notices.every(({ kind }) => kind === "dropped")).toBe(true);
  });

  test("strict makes the first of them an error that says where", async () => {
    const reading = read(format, `${good}\n{\n`, { log: new ReadLog({ strict: true }) });
    await expect(reading).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("in.jsonl:2: "),
    });
  });

  test("bytes that are not UTF-8", async () => {
    const bytes = Buffer.from(line("Ann \u0001 left", [[0, 3, "PER"]]).replace("\\u0001", "\u0001"));
    bytes[bytes.indexOf(1)] = 0xff;
    const found = await read(format, bytes);
    expect(found.shown).toEqual(["Ann|\ufffd|left PER=0-1"]);
    expect(found.reasons).toEqual(["1 bytes that are not UTF-8 replaced by U+FFFD"]);
  });

  test("a line of a megabyte, with an entity at its end", async () => {
    const long = "word ".repeat(200_000);
    const started = performance.now();
    const found = await read(format, line(`${long}Ann`, [[long.length, long.length + 3, "PER"]]));
    expect(found.sentences[0]!.entities).toEqual([{ start: 200_000, end: 200_001, label: "PER" }]);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test("ten thousand entities in one text", async () => {
    const spans = Array.from({ length: 10_000 }, (_, i): Span => [2 * i, 2 * i + 1, "X"]);
    const found = await read(format, line("a ".repeat(10_000), spans));
    expect(found.sentences[0]!.entities).toHaveLength(10_000);
  });

  test("an array with a broken item, broken off", async () => {
    const found = await read(format, `[${good},\n{"a" 1},\n${good},\n{"tex`);
    expect(found.shown).toEqual(["Ann|left PER=0-1", "Ann|left PER=0-1"]);
    expect(found.reasons).toEqual([
      "2 item that is not JSON",
      "4 JSON array that does not end where it should",
    ]);
  });
});

const sentence: Sentence = {
  tokens: ["Ann", "left"],
  entities: [{ start: 0, end: 1, label: "PER" }],
  completeness: "complete",
  source: "x",
};

describe.each([prodigy, doccano, spacy, docbin, gliner, labelStudio, huggingFace, parquet, brat])(
  "$name",
  (format) => {
    test("a writer that is stopped half-way leaves nothing, and spares what was there", async () => {
      const place = await mkdtemp(join(folder, "write-"));
      const path = join(place, format === brat ? "out" : `out.${format.name}`);
      function* broken() {
        for (let i = 0; i < 3; i++) yield sentence;
        throw new Error("stopped");
      }
      await expect(format.write!(path, broken(), { log: new ReadLog() })).rejects.toThrow("stopped");
      expect(await readdir(place)).toEqual([]);

      await format.write!(path, [sentence], { log: new ReadLog() });
      await expect(format.write!(path, broken(), { log: new ReadLog() })).rejects.toThrow("stopped");
      const found = await collect(readCorpus({ path }, { format: format.name }));
      expect(found).toMatchObject([{ tokens: ["Ann", "left"], entities: [{ label: "PER" }] }]);
      expect(await readdir(place)).toHaveLength(1);
    });

    test("a missing file is the user's to mend", async () => {
      const reading = format
        .read(join(folder, "none.ann"), { log: new ReadLog() })
        [Symbol.asyncIterator]()
        .next();
      await expect(reading).rejects.toMatchObject({
        name: "UserError",
        message: expect.stringMatching(/^cannot read ".*none\.ann"/),
      });
    });

    test("so is a folder that does not exist", async () => {
      const writing = format.write!(join(folder, "no", "such", "out"), [sentence], { log: new ReadLog() });
      await expect(writing).rejects.toMatchObject({
        name: "UserError",
        message: expect.stringMatching(/^cannot write /),
      });
    });
  },
);

test("brat does not replace a folder that holds other things", async () => {
  const path = await mkdtemp(join(folder, "busy-"));
  await writeFile(join(path, "thesis.docx"), "precious");
  await expect(brat.write!(path, [sentence], { log: new ReadLog() })).rejects.toMatchObject({
    name: "UserError",
  });
  expect(await readdir(path)).toEqual(["thesis.docx"]);
});

describe("brat replaces only what it wrote", () => {
  const write = (path: string) => brat.write!(path, [sentence], { log: new ReadLog() });

  test("not a folder of somebody's own texts", async () => {
    const path = await mkdtemp(join(folder, "diary-"));
    await writeFile(join(path, "diary.txt"), "dear diary");
    await expect(write(path)).rejects.toThrow('holds "diary.txt", which Lacuna did not write there');
    expect(await readFile(join(path, "diary.txt"), "utf8")).toBe("dear diary");
  });

  test("its own, once and again, and an empty folder", async () => {
    const path = await mkdtemp(join(folder, "own-"));
    await write(path);
    await write(`${path}/`);
    expect((await readdir(path)).filter((name) => name.endsWith(".ann"))).toHaveLength(1);
  });

  test("not what was added to it or changed since", async () => {
    const path = await mkdtemp(join(folder, "changed-"));
    await write(path);
    await writeFile(join(path, "notes.txt"), "mine");
    await expect(write(path)).rejects.toThrow('holds "notes.txt"');
    await rm(join(path, "notes.txt"));
    const [name] = (await readdir(path)).filter((own) => own.endsWith(".ann"));
    await appendFile(join(path, name!), "T9\tPER 0 1\tx\n");
    await expect(write(path)).rejects.toThrow(`"${name}" was changed since Lacuna wrote it`);
  });

  test("a kill between the two renames loses nothing", async () => {
    const path = await mkdtemp(join(folder, "killed-"));
    await write(path);
    await rename(path, join(folder, `.${basename(path)}.old`));
    const read = [];
    for await (const draft of brat.read(path, { log: new ReadLog() })) read.push(draft.tokens);
    expect(read).toEqual([sentence.tokens]);
    await write(path);
    expect((await readdir(folder)).filter((name) => name.includes(basename(path)))).toEqual([basename(path)]);
  });
});

test("raw text: odd characters, a long line, bad bytes", async () => {
  const found = await read(
    text,
    Buffer.concat([Buffer.from("\ufeffa\u00a0b\u2028c\r\ud83d x\r\n"), Buffer.from([0x61, 0xff, 10])]),
  );
  expect(found.shown).toEqual(["a|b|c", "\ufffd|x", "a|\ufffd"]);
  expect(found.reasons).toEqual(["3 bytes that are not UTF-8 replaced by U+FFFD"]);
  const long = await read(text, "word ".repeat(200_000));
  expect(long.sentences[0]!.tokens).toHaveLength(200_000);
});
