import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect } from "../../../../test/support/collect.ts";
import type { ReadOptions } from "../../format.ts";
import { readCorpus } from "../../read-corpus.ts";
import { ReadLog } from "../../read-log.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-csv-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: string | Buffer, options: Partial<ReadOptions> = {}, name = "in.csv") {
  const path = join(folder, name);
  await writeFile(path, content);
  const log = options.log ?? new ReadLog();
  const sentences = await collect(readCorpus({ path }, { wholeRecords: true, ...options, log }));
  const shown = sentences.map(({ tokens, entities }) =>
    [tokens.join("|"), ...entities.map((e) => `${e.label}=${e.start}-${e.end}`)].join(" "),
  );
  const notices = log.notices.map(({ line, reason, detail }) => `${line} ${reason}: ${detail}`);
  return { sentences, shown, notices, notes: [...log.assumptions] };
}

test("a text per row, and what is done with the other columns", async () => {
  const { sentences, shown, notices, notes } = await read(
    "id,text,date\n7,Ann left Oslo.,2024\n8,Bob stayed.,2025\n",
  );
  expect(shown).toEqual(["Ann|left|Oslo|.", "Bob|stayed|."]);
  expect(sentences.map(({ completeness, text }) => [completeness, text])).toEqual([
    ["partial", "Ann left Oslo."],
    ["partial", "Bob stayed."],
  ]);
  expect(sentences.map(({ id, meta }) => [id, meta])).toEqual([
    ["7", { date: "2024" }],
    ["8", { date: "2025" }],
  ]);
  expect(notices).toEqual([]);
  expect(notes).toEqual([
    'in.csv: texts in the column "text", no column holds entities, so every text is partial',
  ]);
});

test("Label Studio's CSV export: spans as JSON under the name of the control", async () => {
  const { shown, sentences, notes } = await read(
    [
      "text,id,ner,annotator,annotation_id,created_at,updated_at,lead_time",
      '"💩Ann Lee left ""Oslo""",1,"[{""start"": 1, ""end"": 8, ""text"": ""Ann Lee"", ""labels"": [""PER"", ""NAME""]}]",1,1,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,3.2',
      "Nothing here,2,,1,2,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,1.1",
      "",
    ].join("\r\n"),
  );
  expect(shown).toEqual(['💩|Ann|Lee|left|"|Oslo|" NAME=1-3 PER=1-3', "Nothing|here"]);
  expect(sentences.map(({ completeness }) => completeness)).toEqual(["complete", "complete"]);
  expect(notes[0]).toBe('in.csv: texts in the column "text", entities in "ner"');
});

test.each([
  ["tabs", "id\ttext\n1\tAnn left\n", "in.tsv"],
  ["semicolons", "id;text\n1;Ann left\n", "in.csv"],
  ["bars", "id|text\n1|Ann left\n", "in.csv"],
  ["a byte-order mark, CR", '\ufeff"id",Text\r1,Ann left\r', "in.csv"],
  ["no final newline, blank lines", "\n\nid,text\n\n1,Ann left", "in.csv"],
  ["UTF-16", Buffer.from("\ufeffid\ttext\r\n1\tAnn left\r\n", "utf16le"), "in.tsv"],
  ["one column of any name", "phrase\nAnn left\n", "in.csv"],
  ["told from the header alone", "id,text\n1,Ann left\n", "in.data"],
])("%s", async (_, content, name) => {
  const { shown, notices } = await read(content, {}, name);
  expect(shown).toEqual(["Ann|left"]);
  expect(notices).toEqual([]);
});

describe("which columns", () => {
  const table = 'id,body,gold\n1,Ann left,"[[0, 3, ""PER""]]"\n2,Bob stayed,\n';

  test("are named by the user", async () => {
    const { shown } = await read(table, { textField: "body" });
    expect(shown).toEqual(["Ann|left PER=0-1", "Bob|stayed"]);
    expect((await read(table, { textField: "body", labelField: "gold" })).shown).toEqual(shown);
  });

  test("must be there: the error lists them and guesses", async () => {
    await expect(read(table)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringMatching(
        /in\.csv:1: no column is called "text"; the columns are "id", "body", "gold"$/,
      ),
      hint: "name the one that holds the text: --text-field body",
    });
    await expect(read(table, { textField: "boddy" })).rejects.toMatchObject({
      message: expect.stringContaining('no column is called "boddy"'),
      hint: '--text-field takes one of: "id", "body", "gold"',
    });
  });

  test("a class per text is no column of entities", async () => {
    const { sentences } = await read("text,label\nAnn left,positive\n");
    expect(sentences[0]).toMatchObject({ completeness: "partial", entities: [] });
  });

  test("a cell of the named one that is none is dropped", async () => {
    const { shown, notices } = await read("text,label\nAnn left,positive\n", { labelField: "label" });
    expect(shown).toEqual(["Ann|left"]);
    expect(notices).toEqual(["2 cell that is no JSON list of entities: positive"]);
  });
});

describe("rows that are not as they should be", () => {
  test("are used or counted, with the line on which they begin", async () => {
    const { shown, notices } = await read(
      Buffer.concat([
        Buffer.from('text,id\r\n"Ann\r\nleft",1\r\n\r\nBob,2,3\r\nEve\r\n,5\r\nsay "hi" now,6\r\n'),
        Buffer.from([0x41, 0xff, 0x2c, 0x37, 0x0d, 0x0a]),
      ]),
    );
    expect(shown).toEqual(["Ann|left", "Bob", "Eve", 'say|"|hi|"|now', "A|\ufffd"]);
    expect(notices.sort()).toEqual([
      "5 row with more cells than the header, the rest is not used: 3 instead of 2",
      "6 row with fewer cells than the header: 1 instead of 2",
      "7 sentence without words: nothing to label",
      "9 bytes that are not UTF-8 replaced by U+FFFD: 2 bytes in a cell",
    ]);
  });

  test("an open quote costs what it swallows, not what came before", async () => {
    const { shown, notices } = await read('text,id\nAnn left,1\n"Bob,2\nEve,3\n');
    expect(shown).toEqual(["Ann|left"]);
    expect(notices).toEqual([
      "3 the rest of the file, which is inside an open quote: a quote is opened here and not closed up to the end",
    ]);
  });

  test("an empty file holds nothing, and so does a header", async () => {
    expect((await read("")).shown).toEqual([]);
    expect((await read("text,id\n")).shown).toEqual([]);
  });
});

test("whatever the cells hold, quoted they come back, and lines are counted right", async () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab,;\t"\n\r|😀 [{') });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const content = `text,other\n${rows.map((row) => row.map(quoted).join(",")).join("\n")}\n`;
      const { sentences, notices } = await read(content);
      expect(sentences.map(({ text }) => text)).toEqual(
        rows.map(([text]) => text).filter((text) => text.trim() !== ""),
      );
      const starts = rows.map((_, i) => {
        const before = rows.slice(0, i).flat().join("\0");
        return 2 + i + (before.match(/\r\n|\n|\r/g)?.length ?? 0);
      });
      expect(notices.map((notice) => Number.parseInt(notice, 10))).toEqual(
        starts.filter((_, i) => rows[i]![0].trim() === ""),
      );
    }),
    { numRuns: 200 },
  );
});
