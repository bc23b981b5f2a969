import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect } from "../../../test/support/collect.ts";
import { readCorpus } from "../read-corpus.ts";
import { ReadLog } from "../read-log.ts";
import { detectFromSample } from "./detect-format.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-hostile-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(format: string, content: string, name = "in.txt") {
  const path = join(folder, name);
  await writeFile(path, content);
  const log = new ReadLog();
  const sentences = await collect(readCorpus({ path }, { log, format }));
  return { sentences, log };
}

/**
 * Sizes at which work that grows with the square of the size takes minutes and work that grows with the size takes well under a
 * second: ten seconds tell them apart on any machine.
 */
describe("time grows with the size, not with its square", { timeout: 10_000 }, () => {
  test("nested JSON before its format is known", () => {
    const deep = `[${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}]`;
    expect(detectFromSample(deep)?.name).toBe("jsonl");
    expect(detectFromSample(`[${"}".repeat(2_000_000)}`)?.name).toBe("label-studio");
    expect(detectFromSample(`[{"a":"${"}".repeat(2_000_000)}`)?.name).toBe("label-studio");
  });

  test("braces inside strings do not end the first item of an array", () => {
    const item = '{"text": "a } \\" } b", "spans": [{"start": 0}]}';
    expect(detectFromSample(`[ ${item}, {"data": {}}]`)?.name).toBe("prodigy");
  });

  test("spans inside one long word", async () => {
    const text = "x".repeat(400_000);
    const spans = Array.from({ length: 40_000 }, (_, i) => ({ start: 10 * i, end: 10 * i + 5, label: "A" }));
    const { sentences, log } = await read("prodigy", JSON.stringify({ text, spans }));
    expect(sentences[0]!.entities.length).toBe(40_000);
    expect(log.counts.get("word cut in two where an entity begins or ends")).toBe(79_999);
    expect(log.notices[0]!.detail).toBe(`"${"x".repeat(60)}" by "A"`);
  });

  test("quotes that are not what stands there", async () => {
    const text = "é ".repeat(100_000);
    const spans = Array.from({ length: 10_000 }, (_, i) => ({
      start: 0,
      end: 200_000 - i,
      label: "A",
      text: "b",
    }));
    const { log } = await read("prodigy", JSON.stringify({ text, spans }));
    expect(log.counts.get("entity quoted otherwise than the text says; offsets kept")).toBe(10_000);
  });

  test("offsets past the end, and entities of white space", async () => {
    const text = `${" ".repeat(200_000)}a`;
    const spans = Array.from({ length: 20_000 }, (_, i) => ({
      start: i,
      end: i % 2 === 0 ? 300_000 : 200_000,
      label: "A",
    }));
    const { log } = await read("prodigy", JSON.stringify({ text, spans }));
    expect(log.counts.get("entity offsets past the end of the text")).toBe(10_000);
    expect(log.counts.get("entity of white space only")).toBe(10_000);
  });

  test("entities of blank words", async () => {
    const tokens = [...new Array<string>(100_000).fill(" "), "a"];
    const entities = Array.from({ length: 20_000 }, (_, i) => ({ start: i, end: 100_000, label: "A" }));
    const { log } = await read("jsonl", JSON.stringify({ tokens, entities }));
    expect(log.counts.get("entity of white space only")).toBe(20_000);
  });

  test("a brat document with a byte-order mark and long entities", async () => {
    await writeFile(join(folder, "marked.txt"), `\uFEFF${"ab ".repeat(100_000)}`);
    const lines = Array.from({ length: 10_000 }, (_, i) => `T${i}\tA 0 ${200_000 + i}\tab\n`);
    const { sentences, log } = await read("brat", lines.join(""), "marked.ann");
    expect(log.counts.get("entity quoted otherwise than the text says; offsets kept")).toBe(10_000);
    expect(sentences.length).toBe(1);
  });
});

test("a brat entity of 200,000 parts is taken from its first to its last character", async () => {
  await writeFile(join(folder, "parts.txt"), "Ann left.");
  const parts = new Array<string>(200_000).fill("0 3").join(";");
  const { sentences } = await read("brat", `T1\tPER ${parts}\tAnn\n`, "parts.ann");
  expect(sentences[0]!.entities).toEqual([{ start: 0, end: 1, label: "PER" }]);
});

test.each([
  ['{"doc":null', "it is no JSON"],
  ['"doc":null', "it is no JSON"],
  ['["doc":null]', "it is no JSON"],
  ['[{"doc":null}]', "it is no object"],
])("a broken `# lacuna:` line is told: %s", async (extras, detail) => {
  const { sentences, log } = await read("columns", `# lacuna: ${extras}\nAnn\tB-PER\nleft\tO\n\n`);
  expect(sentences[0]!.entities).toEqual([{ start: 0, end: 1, label: "PER" }]);
  expect(log.notices.map((each) => [each.reason, each.detail])).toEqual([['bad "lacuna" field', detail]]);
});

describe("half a surrogate pair in a label", () => {
  const entity = (label: string) => ({ start: 0, end: 1, label });

  test("is refused with a notice, as UTF-8 cannot spell it; whole pairs are fine", async () => {
    const record = { tokens: ["a", "b"], entities: [entity("\ud800"), entity("P\udc00"), entity("😀")] };
    const { sentences, log } = await read("jsonl", JSON.stringify(record));
    expect(sentences[0]!.entities).toEqual([entity("😀")]);
    const reason = "entity whose label is not Unicode: it holds half a surrogate pair";
    expect(log.notices.map((each) => [each.reason, each.detail])).toEqual([
      [reason, '"\\ud800" at words 0–1 of 2'],
      [reason, '"P\\udc00" at words 0–1 of 2'],
    ]);
  });

  test("is refused in formats with character offsets and with tags too", async () => {
    const label = "\ud800";
    for (const [format, record] of [
      ["prodigy", { text: "a b", spans: [{ start: 0, end: 1, label }] }],
      ["hugging-face", { tokens: ["a", "b"], ner_tags: [`B-${label}`, "O"] }],
    ] as const) {
      const { sentences, log } = await read(format, JSON.stringify(record));
      expect(sentences[0]!.entities).toEqual([]);
      expect(log.total).toBe(1);
    }
  });
});

test("JSON nested too deep to be written again is dropped with a notice", async () => {
  const meta = (depth: number) => `{"tokens":["a"],"meta":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const lines = [meta(499), meta(500), meta(100_000), '{"tokens":["b"]}'];
  const { sentences, log } = await read("jsonl", lines.join("\n"));
  expect(sentences.map(({ tokens }) => tokens[0])).toEqual(["a", "b"]);
  expect(log.notices.map(({ line, reason }) => [line, reason])).toEqual([
    [2, "JSON nested more than 500 levels deep"],
    [3, "JSON nested more than 500 levels deep"],
  ]);
  const brackets = JSON.stringify({ tokens: [`"${"[{".repeat(1000)}\\`] });
  expect((await read("jsonl", brackets)).log.total).toBe(0);
});

test.each([true, false])(
  "an entity that somebody added where Lacuna noted all entities is kept, and said (offsets noted: %s)",
  async (hasOffsets) => {
    await writeFile(join(folder, "noted.txt"), "Ann left Rome\n");
    const note = {
      completeness: "complete",
      entities: [
        { start: 0, end: 1, label: "A B" },
        { start: 0, end: 1, label: "X" },
      ],
    };
    const offsets = [
      [0, 3],
      [4, 8],
      [9, 13],
    ];
    const lines = [
      "T1\tX 0 3\tAnn",
      `#1\tLacuna S0-13\t${JSON.stringify({ ...note, ...(hasOffsets && { offsets }) })}`,
      "T2\tLOC 9 13\tRome",
    ];
    const { sentences, log } = await read("brat", `${lines.join("\n")}\n`, "noted.ann");
    expect(sentences[0]!.entities.map(({ start, label }) => [start, label])).toEqual([
      [0, "A B"],
      [0, "X"],
      [2, "LOC"],
    ]);
    expect(log.notices.map(({ reason, detail }) => [reason, detail])).toEqual([
      ["entity added to those that Lacuna wrote", '"LOC" at 9–13'],
    ]);
  },
);
