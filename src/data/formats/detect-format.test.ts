import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readCorpus } from "../read-corpus.ts";
import { ReadLog } from "../read-log.ts";
import type { Sentence } from "../sentence.ts";
import { writeCorpus } from "../write-corpus.ts";
import { detectFormat, detectFromSample } from "./detect-format.ts";
import { formats } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-detect-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("told from how the file begins", () => {
  test.each([
    ["jsonl", '{"tokens": ["a"], "entities": []}\n'],
    ["jsonl", '{"tokens": ["a"]}\n'],
    ["hugging-face", '{"id": "0", "tokens": ["a"], "ner_tags": [0]}\n'],
    ["hugging-face", '{"words": ["a"], "labels": ["O"]}\n'],
    ["prodigy", '{"text": "a", "tokens": [], "spans": [], "answer": "accept"}\n'],
    ["doccano", '{"id": 1, "text": "a", "label": [[0, 1, "X"]]}\n'],
    ["doccano", '{"text": "a", "entities": [{"start_offset": 0, "end_offset": 1, "label": "X"}]}\n'],
    ["spacy", '{"text": "a", "entities": [[0, 1, "X"]]}\n'],
    ["spacy", '["a", {"entities": [[0, 1, "X"]]}]\n'],
    ["spacy", '{"text": "a", "ents": [], "tokens": []}\n'],
    ["label-studio", '[\n  {"data": {"text": "a"}, "annotations": []}]'],
    ["prodigy", '[{"text": "a", "spans": [{"start": 0, "end": 1, "label": "X"}]}]'],
    ["spacy", '[["a", {"entities": [[0, 1, "X"]]}]]'],
    ["label-studio", '{"data": {"text": "a"}, "annotations": []}\n'],
    ["columns", "-DOCSTART- -X- O O\n\nAnn NNP I-NP I-PER\nleft VBD I-VP O\n"],
    ["columns", "吴 B-NAME\n重 E-NAME\n"],
    ["columns", '# lacuna: {"completeness":"partial"}\nAnn\tB-PER\n'],
    ["columns", "\uFEFFAnn\tB-PER\r\n"],
    ["jsonl", "{oops\n"],
    ["gliner", '{"tokenized_text": ["a"], "ner": [[0, 0, "X"]]}\n'],
    ["gliner", '[\n {"tokenized_text": ["a"], "ner": []}]'],
    [
      "label-studio",
      '[{"text": "a", "id": 1, "label": [{"start": 0, "end": 1, "labels": ["X"]}], "annotator": 1}]',
    ],
    ["label-studio", '[{"text": "a", "id": 1, "annotation_id": 4, "lead_time": 2.5}]'],
    ["doccano", '{"data": "a", "label": [[0, 1, "X"]]}\n'],
    ["csv", "id,text\n1,Ann left\n"],
    ["csv", '"Text"\t"label"\nAnn left\t[]\n'],
  ])("%s: %j", (name, sample) => {
    expect(detectFromSample(sample)?.name).toBe(name);
  });

  test("prose is raw text, also if a line ends in a capital O", async () => {
    const path = join(folder, "a.txt");
    writeFileSync(path, "Ann left for Oslo.\nNobody knows vitamin O\nand so on.\n");
    expect((await detectFormat(path, new ReadLog())).name).toBe("text");
  });

  test("what cannot be told is a mistake with the choices", async () => {
    const path = join(folder, "a.xyz");
    writeFileSync(path, "Ann left for Oslo.\n");
    await expect(detectFormat(path, new ReadLog())).rejects.toThrow("cannot tell the format");
  });

  test("an Excel file is named as what it is", async () => {
    const path = join(folder, "a.xlsx");
    writeFileSync(path, "PK\u0003\u0004\u0014\0\u0006\0");
    await expect(detectFormat(path, new ReadLog())).rejects.toThrow("is a zip archive");
  });

  test("a .spacy file is told from its bytes under another name", async () => {
    const path = join(folder, "train.bin");
    writeFileSync(path, readFileSync("test/fixtures/spacy/documents.spacy"));
    expect((await detectFormat(path, new ReadLog())).name).toBe("docbin");
  });

  test("the field that the user names is looked for", async () => {
    const path = join(folder, "records.jsonl");
    writeFileSync(path, '{"id": 1, "body": "Ann left"}\n');
    expect((await detectFormat(path, new ReadLog(), { textField: "body" })).name).toBe("spacy");
    writeFileSync(path, "key,body\n1,Ann left\n");
    expect((await detectFormat(path, new ReadLog(), { textField: "body" })).name).toBe("csv");
  });

  test.each(["jsonl", "conll", "txt"])("an empty .%s file reads as no sentences", async (ending) => {
    const path = join(folder, `empty.${ending}`);
    writeFileSync(path, "");
    for await (const sentence of readCorpus(path)) expect.unreachable(JSON.stringify(sentence));
  });
});

describe("what a writer wrote is detected as its format and read back", () => {
  const sentence: Sentence = {
    tokens: ["Ann", "left", "Oslo", "."],
    entities: [
      { start: 0, end: 1, label: "PER" },
      { start: 2, end: 3, label: "LOC" },
    ],
    completeness: "partial",
    source: "elsewhere",
    doc: "d1",
  };
  const endings = new Map([
    ["columns", "conll"],
    ["parquet", "parquet"],
    ["label-studio", "json"],
    ["docbin", "spacy"],
    ["gliner", "json"],
  ]);
  const written = Object.values(formats).filter((format) => "write" in format);
  test.each(written.map(({ name }) => name))("%s", async (name) => {
    const path =
      name === "brat" ? join(folder, "brat") : join(folder, `${name}.${endings.get(name) ?? "jsonl"}`);
    await writeCorpus(path, [sentence], { format: name });
    expect((await detectFormat(path, new ReadLog())).name).toBe(name);
    const read: Sentence[] = [];
    for await (const each of readCorpus(path)) read.push(each);
    expect(read).toMatchObject([sentence]);
  });

  const streamed = written.filter(({ name }) => !["brat", "parquet", "docbin"].includes(name));
  test.each(streamed.map(({ name }) => name))("%s, compressed", async (name) => {
    const path = join(folder, `${name}.${endings.get(name) ?? "jsonl"}.gz`);
    await writeCorpus(path, [sentence], { format: name });
    expect(readFileSync(path).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect((await detectFormat(path, new ReadLog())).name).toBe(name);
    const read: Sentence[] = [];
    for await (const each of readCorpus(path)) read.push(each);
    expect(read).toMatchObject([sentence]);
  });

  test("Parquet and .spacy are not compressed twice", async () => {
    for (const name of ["a.parquet.gz", "a.spacy.zst"]) {
      await expect(writeCorpus(join(folder, name), [sentence])).rejects.toThrow("is compressed already");
    }
  });
});

describe("folders", () => {
  const make = (name: string, files: Readonly<Record<string, string>>) => {
    const path = join(folder, name);
    mkdirSync(path);
    for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
    return path;
  };
  const detect = (path: string) => detectFormat(path, new ReadLog());

  test("texts with annotations are brat's, however short", async () => {
    expect((await detect(make("pairs", { "a.txt": "Ann Lee\n", "a.ann": "", "b.txt": "Oslo\n" }))).name).toBe(
      "brat",
    );
    expect((await detect(make("set-up", { "a.txt": "Ann Lee\n", "annotation.conf": "" }))).name).toBe("brat");
  });

  test("texts alone are too", async () => {
    const prose = "Ann Lee left Oslo on Monday, and nobody has seen her since.\nShe is missed.\n";
    expect((await detect(make("texts", { "a.txt": prose, "b.txt": "我住在北京。\n" }))).name).toBe("brat");
  });

  test.each([
    [
      "phrases",
      { "PER.txt": "Ann Lee\nBob\n", "LOC.txt": "Oslo\nU.S.\nNew York City\n" },
      "LOC.txt, PER.txt",
    ],
    ["chinese", { "疾病.txt": "糖尿病\n高血压\n" }, "疾病.txt"],
    ["tables", { "all.tsv": "Ann Lee\tPER\n" }, "all.tsv"],
  ])("phrase lists are a dictionary: %s", async (name, files, shown) => {
    const path = make(name, files);
    await expect(detect(path)).rejects.toMatchObject({
      name: "UserError",
      message: `"${path}" looks like a dictionary, not a corpus: ${shown} hold phrases, not sentences`,
      hint: expect.stringContaining(`--dictionary ${path}`),
    });
    for await (const sentence of readCorpus(path, { format: "brat" })) expect(sentence.entities).toEqual([]);
  });

  test("anything else is no corpus", async () => {
    await expect(detect(make("bare", {}))).rejects.toThrow("is a folder without .ann and .txt files");
    await expect(detect(make("files", { "train.jsonl.gz": "" }))).rejects.toMatchObject({
      hint: expect.stringMatching(/^name a file in it, such as .*train\.jsonl\.gz$/),
    });
  });
});
