import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sentence } from "../../test/support/models/tiny-task.ts";
import { UserError } from "../errors.ts";
import { readAuditData } from "./data.ts";
import { foldsOf } from "./predict/folds.ts";
import type { FoldPredictions } from "./predict/predict-fold.ts";
import { joinPredictions, readPredictions, writePredictions } from "./predict/predictions-file.ts";
import type { Suggestion } from "./suggest/suggestion.ts";
import { readSuggestions, writeSuggestions } from "./suggest/suggestions-file.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lacuna-audit-files-"));
});
afterAll(() => rm(root, { recursive: true }));

describe("predictions", () => {
  const first: FoldPredictions = {
    labels: ["PER", "__proto__"],
    widest: 4,
    sentences: [
      {
        sentence: 0,
        candidates: [
          { start: 0, end: 2, label: "__proto__", score: 1 - 1e-12 },
          { start: 1, end: 2, label: "PER", score: 0.25, neighbours: [{ entity: 7, similarity: 0.5 }] },
        ],
        tagged: [{ start: 0, end: 2, label: "__proto__" }],
      },
      { sentence: 1, tagged: [{ start: 0, end: 1, label: "PER" }] },
    ],
    dev: [{ sentence: 3, candidates: [{ start: 0, end: 1, label: "PER", score: 0.5 }] }],
  };

  test("come back as they were, to the last bit", async () => {
    const path = join(root, "predictions.jsonl");
    await writePredictions(path, first);
    expect(await readPredictions(path)).toEqual(first);
  });

  test("of several models are put together", () => {
    const second: FoldPredictions = {
      labels: ["LOC", "PER"],
      widest: null,
      sentences: [
        { sentence: 0, tagged: [{ start: 0, end: 2, label: "__proto__" }] },
        { sentence: 1, candidates: [], tagged: [] },
      ],
      dev: [],
    };
    const joined = joinPredictions([first, second], 3);
    expect(joined).toMatchObject({ models: 2, labels: ["LOC", "PER", "__proto__"], widest: 4 });
    expect(joined.sentences.map(({ candidates }) => candidates.length)).toEqual([2, 0, 0]);
    expect(joined.sentences.map(({ agreement }) => [...agreement])).toEqual([
      [["0:2:__proto__", 2]],
      [["0:1:PER", 1]],
      [],
    ]);
    // Dev sentence 3 is for the second model to predict, which found nothing in it.
    expect(joined.dev).toEqual([]);
    expect(joinPredictions([second, first], 3).dev).toEqual(first.dev);
  });

  test("of another version are refused", async () => {
    const path = join(root, "old.jsonl");
    await writeFile(path, '{"format":9}\n');
    await expect(readPredictions(path)).rejects.toThrow(UserError);
  });
});

describe("suggestions", () => {
  const suggestion: Suggestion = {
    kind: "missed",
    sentence: 2,
    start: 0,
    end: 1,
    label: "__proto__",
    probability: 0.5,
    suggested: true,
    text: "a\u2028b",
    evidence: { score: 0.4, surface: { labelled: 1, occurrences: 2 }, neighbours: [] },
  };

  test("are one object a line, and come back", async () => {
    const path = join(root, "suggestions.jsonl");
    await writeSuggestions(path, [suggestion, { ...suggestion, sentence: 3 }]);
    expect((await readFile(path, "utf8")).match(/\n/g)).toHaveLength(2);
    expect(await readSuggestions(path)).toEqual([suggestion, { ...suggestion, sentence: 3 }]);
  });

  test("may have been gone through by hand; what is wrong is named with its line", async () => {
    const path = join(root, "edited.jsonl");
    const { evidence: _, suggested: __, ...bare } = suggestion;
    await writeFile(path, `\uFEFF${JSON.stringify(bare)}\r\n\r\n`);
    expect(await readSuggestions(path)).toEqual([bare]);
    await writeFile(path, `${JSON.stringify(bare)}\n{"kind":"missed"}\n`);
    await expect(readSuggestions(path)).rejects.toThrow(`${path}:2: not a suggestion: "sentence"`);
    await writeFile(path, "{\n");
    await expect(readSuggestions(path)).rejects.toThrow(`${path}:1: not JSON`);
    await expect(readSuggestions(join(root, "none"))).rejects.toThrow("no such file");
  });
});

describe("folds", () => {
  const documents = Array.from({ length: 12 }, (_, i) => ({
    ...sentence("a b", [[0, 1, "X"]]),
    doc: `d${Math.floor(i / 3)}`,
  }));

  test("keep documents whole and are of like size", () => {
    const folds = foldsOf(documents, 2, 1);
    for (let i = 0; i < 12; i++) expect(folds[i]).toBe(folds[3 * Math.floor(i / 3)]);
    expect([...folds].filter((fold) => fold === 0)).toHaveLength(6);
    expect(foldsOf(documents, 2, 1)).toEqual(folds);
  });

  test("need documents and labels enough", () => {
    expect(() => foldsOf(documents, 5, 1)).toThrow("4 documents cannot be divided into 5 folds");
    const lonely = documents.map((own, i) => (i < 3 ? own : { ...own, entities: [] }));
    expect(() => foldsOf(lonely, 4, 1)).toThrow("one fold");
  });
});

describe("reading what is audited", () => {
  const write = async (name: string, lines: readonly object[]) => {
    const path = join(root, name);
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return path;
  };
  const line = (completeness?: string) => ({
    tokens: ["a"],
    entities: [],
    ...(completeness !== undefined && { completeness }),
  });
  const read = async (...files: string[]) =>
    (await readAuditData(files)).sentences.map(({ completeness }) => completeness);

  test("labels are not taken for complete, unless somebody says so", async () => {
    const silent = await write("silent.jsonl", [line(), line()]);
    const complete = await write("complete.jsonl", [line("complete")]);
    const mixed = await write("mixed.jsonl", [line("complete"), line("partial")]);
    expect(await read(silent)).toEqual(["partial", "partial"]);
    expect(await read(complete, silent)).toEqual(["partial", "partial", "partial"]);
    expect(await read(`${complete}:complete`)).toEqual(["complete"]);
    // A file that tells its sentences apart knows what it says.
    expect(await read(mixed)).toEqual(["complete", "partial"]);
    expect((await readAuditData([silent])).notices).toEqual([
      expect.stringContaining(
        `${silent}: nothing says whether its labels are complete, so an audit takes them as partial`,
      ),
    ]);
  });

  test("nothing is an error, and what was dropped is told", async () => {
    await expect(readAuditData([await write("empty.jsonl", [])])).rejects.toThrow(UserError);
    const broken = await write("broken.jsonl", [
      line(),
      { tokens: ["a"], entities: [{ start: 0, end: 9, label: "X" }] },
    ]);
    expect((await readAuditData([broken])).notices.join()).toContain("entity outside the sentence");
  });
});
