import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sentence } from "../src/data/index.ts";
import { readCorpus } from "../src/data/index.ts";
import { demoCorpus } from "../src/demo/index.ts";
import { collect } from "./support/collect.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-documents-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sentences = demoCorpus({ seed: 1 }).train.slice(0, 1200);

/** Twelve sentences as a document of doccano, and where they begin in it. */
function documentOf(own: readonly Sentence[], between: string, id: number) {
  let text = "";
  const starts: number[] = [];
  const label: [number, number, string][] = [];
  for (const sentence of own) {
    if (text !== "") text += between;
    starts.push(text.length);
    const at = (unit: number) => [...(text + sentence.text!.slice(0, unit))].length;
    for (const entity of sentence.entities) {
      const [from, to] = [sentence.offsets![entity.start]![0], sentence.offsets![entity.end - 1]![1]];
      label.push([at(from), at(to), entity.label]);
    }
    text += sentence.text;
  }
  return { record: { id, text, label }, starts };
}

const names = (read: readonly Sentence[]) =>
  read.flatMap(({ text, offsets, entities }) =>
    entities.map(
      ({ start, end, label }) => `${label} ${text!.slice(offsets![start]![0], offsets![end - 1]![1])}`,
    ),
  );

/** Of 1,200 sentences a seventh has no full stop (headlines, messages, lists): these ends only a blank line can show. */
test.each([
  [" ", 943, 16],
  ["\n\n", 1100, 16],
])(
  "1,200 sentences, as 100 documents with %j between them, are read as sentences again",
  async (between, ends, others) => {
    const path = join(folder, "export.jsonl");
    const documents = Array.from({ length: 100 }, (_, i) =>
      documentOf(sentences.slice(12 * i, 12 * i + 12), between, i),
    );
    await writeFile(path, documents.map(({ record }) => `${JSON.stringify(record)}\n`).join(""));
    const read = await collect(readCorpus(`${path}:complete`));
    expect(names(read)).toEqual(names(sentences));
    let [found, more] = [0, 0];
    for (const { id, textStart } of read) {
      if (textStart === 0) continue;
      if (documents[id as number]!.starts.includes(textStart!)) found++;
      else more++;
    }
    expect([found, more]).toEqual([ends, others]);
  },
);
