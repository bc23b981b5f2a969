import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { maskSentence, readCorpus, type Sentence } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { Random } from "../../random.ts";
import { makeRunCorpora, runCorpora } from "./run-corpora.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-run-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const data = join(folder, "data");
mkdirSync(join(data, "set"), { recursive: true });
const { train } = demoCorpus({ seed: 3, train: 60, dev: 0, test: 0 });
const jsonl = (sentences: readonly Sentence[]) => sentences.map((s) => `${JSON.stringify(s)}\n`).join("");
writeFileSync(join(data, "set", "a.jsonl"), jsonl(train.slice(0, 40)));
writeFileSync(join(data, "set", "b.jsonl"), jsonl(train.slice(40)));

const set = {
  name: "set",
  train: ["set/a.jsonl:complete", "set/b.jsonl:complete"],
  dev: "set/dev.jsonl",
  test: "set/test.jsonl",
};

async function read(spec: string): Promise<Sentence[]> {
  const sentences: Sentence[] = [];
  for await (const sentence of readCorpus(spec)) sentences.push(sentence);
  return sentences;
}

const labels = (sentences: readonly Sentence[]) =>
  sentences.map(({ entities, hidden = [], completeness }) => ({ entities, hidden, completeness }));

describe("runCorpora and makeRunCorpora", () => {
  test("without masking, and where nothing is hidden, files are taken as they are", async () => {
    for (const mask of [null, 0]) {
      const made = join(folder, `made-${mask}`);
      const run = { data: set, mask, seed: 1 };
      await makeRunCorpora(run, data, made);
      expect(runCorpora(run, data, made)).toEqual({
        train: [join(data, "set/a.jsonl:complete"), join(data, "set/b.jsonl:complete")],
        dev: join(data, "set/dev.jsonl"),
        test: join(data, "set/test.jsonl"),
      });
      expect(readdirSync(made)).toEqual([]);
    }
  });

  test("labels are hidden as by lacuna mask with the seed of the run, in training files only", async () => {
    const made = join(folder, "masked");
    const run = { data: set, mask: 0.5, seed: 4 };
    await makeRunCorpora(run, data, made);
    const files = runCorpora(run, data, made);
    expect(files.dev).toBe(join(data, "set/dev.jsonl"));
    const random = new Random(4);
    const expected = train.slice(0, 40).map((sentence) => maskSentence(sentence, 0.5, random));
    expect(labels(await read(files.train[0]!))).toEqual(labels(expected));
    const hidden = expected.flatMap((sentence) => sentence.hidden ?? []).length;
    const all = train.slice(0, 40).flatMap(({ entities }) => entities).length;
    // Half of them, give or take three standard deviations of √(n/4).
    expect(Math.abs(hidden - all / 2)).toBeLessThan(3 * Math.sqrt(all / 4));
    expect(await read(files.train[1]!)).toHaveLength(20);

    // What is there is not made again.
    const before = statSync(files.train[0]!).mtimeMs;
    await makeRunCorpora(run, data, made);
    expect(statSync(files.train[0]!).mtimeMs).toBe(before);
    expect(runCorpora({ ...run, seed: 5 }, data, made).train).not.toEqual(files.train);
  });

  test("the embedded corpus is written out, and can be masked like any other", async () => {
    const made = join(folder, "embedded");
    const demo = { name: "demo", embedded: "demo" as const, sentences: { train: 30, dev: 5, test: 7 } };
    const run = { data: demo, mask: 0.7, seed: 1 };
    await makeRunCorpora(run, "nowhere", made);
    const files = runCorpora(run, "nowhere", made);
    expect(await read(files.dev)).toHaveLength(5);
    expect(await read(files.test)).toHaveLength(7);
    const sentences = await read(files.train[0]!);
    expect(sentences.map(({ tokens }) => tokens)).toEqual(
      demoCorpus({ seed: 1, train: 30 }).train.map(({ tokens }) => tokens),
    );
    expect(sentences.every(({ completeness }) => completeness === "partial")).toBe(true);
    expect(readFileSync(files.train[0]!, "utf8")).toContain('"hidden"');
  });
});
