import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect } from "../../../../test/support/collect.ts";
import { type ReadCorpusOptions, readCorpus } from "../../read-corpus.ts";
import { ReadLog } from "../../read-log.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-text-field-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(records: readonly unknown[], options: ReadCorpusOptions = {}) {
  const path = join(folder, "in.jsonl");
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const log = options.log ?? new ReadLog();
  const sentences = await collect(readCorpus({ path }, { ...options, log }));
  return { texts: sentences.map(({ text }) => text), sentences, log };
}

describe("a file of which nothing can be used is an error", () => {
  test.each([
    [
      "no field has a usual name",
      [
        { id: 1, body: "Ann left Oslo." },
        { id: 2, body: "Bob stayed." },
      ],
      {},
      'nothing in it could be used: 2 × line without "tokens", a list of strings; line 1 has the fields "id", "body"',
      "if a field holds the text, name it: --text-field body; another format is named with --from",
    ],
    [
      "a format that was named",
      [{ content: { html: "<p>", plain: "Ann left Oslo." } }],
      { format: "prodigy" },
      'nothing in it could be used: 1 × record without a text; line 1 has the field "content"',
      "if a field holds the text, name it: --text-field content.plain; another format is named with --from",
    ],
    [
      "a field of another name",
      [{ text: 5, id: 1 }],
      { format: "doccano", textField: "txt" },
      '1 × record without a text; line 1 has the fields "text", "id"',
      "if it is of another format, name that with --from",
    ],
    [
      "rows without words",
      [{ sentence: "Ann left" }],
      { format: "hugging-face" },
      '1 × row without words; line 1 has the field "sentence"',
      "if a field holds the text, name it: --text-field sentence; another format is named with --from",
    ],
    [
      "every line was rejected",
      [{ text: "Ann left", answer: "reject" }],
      {},
      "1 × line whose answer is not accept",
      expect.any(String),
    ],
  ])("%s", async (_, records, options, message, hint) => {
    await expect(read(records, options)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining(message),
      hint,
    });
  });

  test("but not an empty file, nor one of which a record is used", async () => {
    expect((await read([])).texts).toEqual([]);
    const { texts, log } = await read([{ text: "Ann left", entities: [] }, { body: "Bob" }]);
    expect(texts).toEqual(["Ann left"]);
    expect(log.notices).toMatchObject([
      { line: 2, reason: "record without a text", detail: 'looked for "text", found the field "body"' },
    ]);
  });

  test("strict stops at the first such record", async () => {
    const log = new ReadLog({ strict: true });
    await expect(read([{ text: "Ann", entities: [] }, { body: "Bob" }], { log })).rejects.toThrow(
      'in.jsonl:2: record without a text: looked for "text", found the field "body"',
    );
  });
});

describe("the field that the user names", () => {
  test.each([
    ["doccano", { body: "Ann left", label: [[0, 3, "PER"]] }, "body"],
    ["spacy", { body: "Ann left", entities: [[0, 3, "PER"]] }, "body"],
    ["spacy", { a: { b: "Ann left" }, entities: [[0, 3, "PER"]] }, "a.b"],
    ["spacy", { "a.b": "Ann left", text: "no", entities: [[0, 3, "PER"]] }, "a.b"],
    ["prodigy", { body: "Ann left", spans: [{ start: 0, end: 3, label: "PER" }] }, "body"],
    [
      "label-studio",
      {
        data: { title: "no", body: "Ann left", text: "no" },
        annotations: [{ result: [{ type: "labels", value: { start: 0, end: 3, labels: ["PER"] } }] }],
      },
      "body",
    ],
    ["label-studio", { title: "no", body: "Ann left", ner: [{ start: 0, end: 3, labels: ["PER"] }] }, "body"],
  ])("%s: %j", async (format, record, textField) => {
    for (const options of [{ textField }, { textField, format }]) {
      const { sentences } = await read([record], options);
      expect(sentences).toMatchObject([{ text: "Ann left", entities: [{ start: 0, end: 1, label: "PER" }] }]);
    }
  });

  test.each(["doccano", "spacy"])("%s: and the one with the entities", async (format) => {
    const record = {
      body: "Ann left",
      gold: [{ start: 0, end: 3, labels: ["PER"] }],
      entities: [[4, 8, "no"]],
    };
    const { sentences } = await read([record], { format, textField: "body", labelField: "gold" });
    expect(sentences[0]!.entities).toEqual([{ start: 0, end: 1, label: "PER" }]);
  });
});

describe("Label Studio's short export (JSON-MIN)", () => {
  const rest = { annotator: 1, created_at: "2024-01-01", updated_at: "2024-01-01", lead_time: 3.5 };

  test("spans are under the name of the control, the text under that of its field; no spans are an answer too", async () => {
    const { sentences, log } = await read([
      {
        review: "Ann left",
        id: 1,
        ner: [{ start: 0, end: 3, text: "Ann", labels: ["PER"] }],
        annotation_id: 1,
        ...rest,
      },
      { review: "Bob stayed", id: 2, annotation_id: 2, ...rest },
    ]);
    expect(sentences).toMatchObject([
      { text: "Ann left", entities: [{ start: 0, end: 1, label: "PER" }], completeness: "complete" },
      { text: "Bob stayed", entities: [], completeness: "complete" },
    ]);
    expect(log.total).toBe(0);
  });

  test("which of two strings is the text must be said", async () => {
    const task = { title: "News", review: "Ann left", id: 1, annotation_id: 1, ...rest };
    await expect(read([task])).rejects.toMatchObject({ hint: expect.stringContaining("--text-field") });
    expect((await read([task], { textField: "review" })).texts).toEqual(["Ann left"]);
  });
});

describe("GLiNER", () => {
  test("the last word is included; nested spans are fine; what is wrong is dropped", async () => {
    const { sentences, log } = await read([
      {
        tokenized_text: ["University", "of", "New", "York"],
        ner: [
          [0, 3, "org"],
          [2, 3, "loc"],
          [3, 4, "past the end"],
          [2, 1, "backwards"],
          ["0", 1, "x"],
          [0, 1],
        ],
        ner_negatives: ["time"],
      },
      { tokenized_text: "not words", ner: [] },
    ]);
    expect(sentences).toMatchObject([
      {
        tokens: ["University", "of", "New", "York"],
        entities: [
          { start: 0, end: 4, label: "org" },
          { start: 2, end: 4, label: "loc" },
        ],
      },
    ]);
    expect([...log.counts]).toEqual([
      ["entity that is not [first word, last word, label]", 2],
      ["entity outside the sentence", 2],
      ['record without "tokenized_text", a list of strings', 1],
    ]);
    expect([...log.assumptions][0]).toBe('in.jsonl: the field "ner_negatives" is not used and not kept');
  });
});
