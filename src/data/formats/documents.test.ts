import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect } from "../../../test/support/collect.ts";
import { type ReadCorpusOptions, readCorpus } from "../read-corpus.ts";
import { ReadLog } from "../read-log.ts";
import type { Sentence } from "../sentence.ts";
import { writeCorpus } from "../write-corpus.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-documents-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const text = "Ann 😀 left Oslo. Bob stayed.\nWhy? Nobody in Rome knows.";
const spans = [
  [0, 3, "PER"],
  [11, 15, "LOC"],
  [17, 20, "PER"],
  [44, 48, "LOC"],
] as const;

const labelStudioTask = {
  id: 5,
  data: { text, ref: "r-9" },
  annotations: [
    {
      id: 1,
      result: spans.map(([start, end, label]) => ({
        type: "labels",
        value: { start, end, labels: [label] },
      })),
    },
  ],
  created_at: "2024-01-01",
};

/** The same text as each tool keeps it: file name and content. */
const exports: readonly (readonly [format: string, file: string, content: string])[] = [
  ["doccano", "in.jsonl", JSON.stringify({ id: 5, text, label: spans, meta: { ref: "r-9" } })],
  ["spacy", "in.jsonl", JSON.stringify({ id: 5, text, entities: spans, meta: { ref: "r-9" } })],
  [
    "prodigy",
    "in.jsonl",
    JSON.stringify({
      id: 5,
      text,
      spans: spans.map(([start, end, label]) => ({ start, end, label })),
      meta: { ref: "r-9" },
      answer: "accept",
    }),
  ],
  ["label-studio", "in.json", JSON.stringify([labelStudioTask])],
];

async function read(path: string, options: ReadCorpusOptions = {}) {
  const log = new ReadLog();
  return {
    sentences: await collect(readCorpus({ path, completeness: "complete" }, { log, ...options })),
    log,
  };
}

describe.each(exports)("a document of %s", (format, file, content) => {
  test("is read as sentences that know their places in it", async () => {
    const path = join(folder, file);
    await writeFile(path, content);
    const { sentences, log } = await read(path, { format });
    expect(sentences.map(({ tokens }) => tokens.join(" "))).toEqual([
      "Ann 😀 left Oslo .",
      "Bob stayed .",
      "Why ?",
      "Nobody in Rome knows .",
    ]);
    expect(sentences.map((s) => s.entities.map(({ start, label }) => `${label} ${s.tokens[start]}`))).toEqual(
      [["PER Ann", "LOC Oslo"], ["PER Bob"], [], ["LOC Rome"]],
    );
    expect(sentences.map(({ textStart }) => textStart)).toEqual([0, 18, 30, 35]);
    expect(sentences.map((s) => s.text).join("")).toBe(text);
    expect(new Set(sentences.map(({ doc, id, meta }) => JSON.stringify([doc, id, meta])))).toEqual(
      new Set([JSON.stringify(["5", 5, { ref: "r-9" }])]),
    );
    expect([...log.assumptions]).toEqual([
      `${file}: 1 text was cut into 4 sentences (--whole-records keeps each as one)`,
    ]);
    expect(log.total).toBe(0);
  });

  test("stays whole if it is to", async () => {
    const path = join(folder, file);
    await writeFile(path, content);
    const { sentences, log } = await read(path, { format, wholeRecords: true });
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatchObject({ id: 5, meta: { ref: "r-9" } });
    expect(sentences[0]!.textStart).toBeUndefined();
    expect([...log.assumptions]).toEqual([]);
  });

  test("is written as one record again, with its id and all that was said of it", async () => {
    const path = join(folder, file);
    await writeFile(path, content);
    const out = join(folder, `out-${file}`);
    await writeCorpus(out, readCorpus({ path, completeness: "complete" }, { format }), { format });
    const [given, written] = [content, await readFile(out, "utf8")].map((json) => [JSON.parse(json)].flat());
    const { lacuna, annotations, created_at: _, ...record } = written![0];
    const { annotations: before, created_at: __, ...stated } = given![0];
    expect(lacuna).toEqual({ completeness: "complete", source: file });
    expect(written).toHaveLength(1);
    // Prodigy's words are written whether they were there or not.
    delete record.tokens;
    for (const span of format === "prodigy" ? record.spans : []) {
      delete span.token_start;
      delete span.token_end;
    }
    expect(record).toEqual(stated);
    const placesOf = (list: typeof annotations) =>
      list?.[0].result.map(({ value }: { value: { start: number; end: number; labels: string[] } }) => [
        value.start,
        value.end,
        ...value.labels,
      ]);
    expect(placesOf(annotations)).toEqual(placesOf(before));
  });
});

describe("fields that are not kept", () => {
  test.each([
    ["doccano", { text: "Ann left.", label: [], rating: 3, __proto: 1 }],
    ["spacy", { text: "Ann left.", entities: [], rating: 3, __proto: 1 }],
    ["prodigy", { text: "Ann left.", spans: [], _task_hash: 5, rating: 3, __proto: 1 }],
    ["label-studio", { data: { text: "Ann left." }, annotations: [{ result: [] }], rating: 3, __proto: 1 }],
  ])("of %s are listed", async (format, record) => {
    const path = join(folder, "fields.jsonl");
    await writeFile(path, `${JSON.stringify(record)}\n${JSON.stringify(record)}\n`);
    const { log } = await read(path, { format });
    expect([...log.assumptions]).toEqual([
      'fields.jsonl: the field "rating" is not used and not kept',
      'fields.jsonl: the field "__proto" is not used and not kept',
    ]);
  });
});

test("raw text: places in the file, a line end counted as one", async () => {
  const path = join(folder, "news.txt");
  await writeFile(path, "\uFEFF  One. Two! \r\n\r\nThree\n");
  const { sentences } = await read(path);
  expect(sentences.map(({ text: own, textStart, offsets }) => [own, textStart, offsets!.join(" ")])).toEqual([
    ["  One. ", 0, "2,5 5,6"],
    ["Two! ", 7, "0,3 3,4"],
    ["Three", 14, "0,5"],
  ]);
  const whole = await read(path, { wholeRecords: true });
  expect(whole.sentences.map(({ text: own, textStart }) => [own, textStart])).toEqual([
    ["  One. Two! ", 0],
    ["Three", 14],
  ]);
  // Each line is a text of its own, of one document.
  await writeCorpus(join(folder, "news.jsonl"), sentences, { format: "doccano" });
  const records = (await readFile(join(folder, "news.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((l) => JSON.parse(l));
  expect(records.map((record) => record.text)).toEqual(["  One. Two! ", "Three"]);
  expect((await read(join(folder, "news.jsonl"))).sentences).toEqual(sentences);
});

test("brat: the document is written as it was, every line break in it", async () => {
  const stem = join(folder, "a");
  const document = "A title\r\nAnn left. Bob stayed.\n\nWhy?";
  await writeFile(`${stem}.txt`, document);
  await writeFile(`${stem}.ann`, "T1\tPER 9 12\tAnn\nT2\tPER 19 22\tBob\n");
  const { sentences, log } = await read(`${stem}.ann`);
  expect(sentences.map(({ text: own }) => own)).toEqual([
    "A title\r\n",
    "Ann left. ",
    "Bob stayed.\n\n",
    "Why?",
  ]);
  expect(sentences.map(({ doc }) => doc)).toEqual(["a", "a", "a", "a"]);
  expect([...log.assumptions]).toEqual([
    "a.ann: 1 text was cut into 4 sentences (--whole-records keeps each as one)",
  ]);
  await writeCorpus(join(folder, "b/"), sentences);
  expect(await readFile(join(folder, "b", "a.txt"), "utf8")).toBe(document);
  expect(await readFile(join(folder, "b", "a.ann"), "utf8")).toMatch(
    /^T1\tPER 9 12\tAnn\nT2\tPER 19 22\tBob\n#1\t/,
  );
  expect((await read(join(folder, "b"))).sentences).toEqual(
    sentences.map((s) => ({ ...s, source: "a.txt" })),
  );
});

test("records that other tools do not cut are not cut when Lacuna wrote them from sentences", async () => {
  const sentence: Sentence = {
    tokens: ["Yahoo", "!", "Inc", ".", "Said", "so"],
    entities: [],
    completeness: "partial",
    source: "x.conll",
  };
  const path = join(folder, "own.jsonl");
  await writeCorpus(path, [sentence, sentence], { format: "doccano" });
  const { lacuna } = JSON.parse((await readFile(path, "utf8")).split("\n")[0]!);
  expect(lacuna).toEqual({ completeness: "partial", source: "x.conll", sentences: [0] });
  expect((await read(path)).sentences).toHaveLength(2);
});

describe("any document, cut, written and read", () => {
  const gap = fc.constantFrom(" ", ". ", "! ", "? ", ".\n\n", "\n", "。", ", ", ".\r\n", "  ");
  const word = fc.constantFrom("Ann", "Lee", "😀", "e\u0301", "漢", "x-y", "Mr", "3.5", "o'clock");
  const document = fc
    .tuple(
      fc.constantFrom("", " ", "\n\n"),
      fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 25 }),
      fc.array(fc.tuple(fc.nat(24), fc.integer({ min: 1, max: 4 }), fc.constantFrom("A", "B")), {
        maxLength: 5,
      }),
      fc.record(
        { id: fc.constantFrom(1, "a/b", ""), meta: fc.constantFrom({ a: 1 }, { text: 2 }, [3], "m") },
        { requiredKeys: [] },
      ),
    )
    .map(([before, pieces, drawn, own]) => {
      let all = before;
      const places = pieces.map(([each, after]): [number, number] => {
        const start = [...all].length;
        all += each + after;
        return [start, start + [...each].length];
      });
      const label = drawn.flatMap(([first, width, name]) => {
        const last = places[Math.min(first + width, places.length) - 1];
        return first < places.length && last !== undefined ? [[places[first]![0], last[1], name]] : [];
      });
      return { ...own, text: all, label };
    });

  test.each([
    ["doccano", "d.jsonl"],
    ["spacy", "d.jsonl"],
    ["prodigy", "d.jsonl"],
    ["label-studio", "d.json"],
    ["jsonl", "d.jsonl"],
    ["hugging-face", "d.jsonl"],
    ["brat", "brat"],
  ])("as %s", async (format, file) => {
    const [first, second] = [join(folder, "any.jsonl"), join(folder, file)];
    await fc.assert(
      fc.asyncProperty(fc.array(document, { maxLength: 3 }), async (documents) => {
        await writeFile(first, documents.map((each) => `${JSON.stringify(each)}\n`).join(""));
        const { sentences } = await read(first, { format: "doccano" });
        const texts = new Map<string, string>();
        for (const { doc, text: own, textStart, entities } of sentences) {
          expect(entities.every(({ start, end }) => start < end)).toBe(true);
          if (textStart === undefined) continue;
          texts.set(doc!, (texts.get(doc!) ?? "") + own);
        }
        const whole = new Set(documents.map((each) => each.text));
        if (new Set(documents.map(({ id }) => id)).size === documents.length) {
          for (const joined of texts.values()) expect(whole).toContain(joined);
        }
        await writeCorpus(second, sentences, { format });
        const again = await read(second, { format });
        const order = (list: readonly Sentence[]) =>
          format === "brat"
            ? list.toSorted((a, b) =>
                String([a.text, a.textStart, a.id]).localeCompare(String([b.text, b.textStart, b.id])),
              )
            : list;
        expect(order(again.sentences)).toEqual(order(sentences));
        expect(again.log.total).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
