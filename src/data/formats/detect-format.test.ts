import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
});
