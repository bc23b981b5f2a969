import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SentenceSet } from "../data/index.ts";
import { cnnEncoder, hashedFeatures } from "../encoders/index.ts";
import { ParameterStore } from "../graph/index.ts";
import { labelSet, spanModel } from "../models/index.ts";
import { saveModelFolder } from "./save-model-folder.ts";
import { Tagger } from "./tagger.ts";
import { trainedOn } from "./trained-on.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-trained-on-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ann = { tokens: ["Ann", "left"] };
const bob = { tokens: ["Bob", "left"] };

function model(files: Readonly<Record<string, string | Uint8Array>>): string {
  const dir = mkdtempSync(join(folder, "model-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content);
  return dir;
}

test("a model remembers its training sentences", async () => {
  const known = await trainedOn(model({ "trained-on.bin": SentenceSet.of([ann]).toBytes() }));
  expect([known!.has(ann), known!.has(bob)]).toEqual([true, false]);
});

test("tagging does not need what it remembers, and a model saved over it forgets it", async () => {
  const dir = join(folder, "saved");
  const features = [hashedFeatures({ width: 8, dim: 16, columns: [{ feature: "lower", rows: 50 }] })];
  const encoder = cnnEncoder({ width: 16, depth: 1, features });
  const head = spanModel(
    { labels: labelSet(["PER"]), dim: encoder.dim },
    { head: { kind: "span" }, maxWidth: 2 },
  );
  const saved = { encoder, model: head, parameters: new ParameterStore({ seed: 1 }), config: {} };
  await saveModelFolder(dir, { ...saved, trainedOn: SentenceSet.of([ann]) });
  expect((await trainedOn(dir))!.has(ann)).toBe(true);
  await saveModelFolder(dir, saved);
  expect(await trainedOn(dir)).toBeUndefined();
  await saveModelFolder(dir, { ...saved, trainedOn: SentenceSet.of([ann]) });
  rmSync(join(dir, "trained-on.bin"));
  await using tagger = await Tagger.load(dir, { threads: 1 });
  expect(await tagger.tagSentences([ann])).toHaveLength(1);
});

test("an older one is known by its training files, as far as they are there", async () => {
  const file = join(folder, "train.jsonl");
  writeFileSync(file, `${JSON.stringify({ ...bob, entities: [] })}\n`);
  const config = JSON.stringify({ train: [`${file}:partial`, join(folder, "gone.jsonl")] });
  const known = await trainedOn(model({ "config.json": config }));
  expect([known!.has(ann), known!.has(bob)]).toEqual([false, true]);
});

test.each([
  ["nothing is there", {}],
  ["its files are gone", { "config.json": JSON.stringify({ train: ["gone.jsonl"] }) }],
  ["its config is strange", { "config.json": "[]" }],
])("nobody knows where %s", async (_, files) => {
  expect(await trainedOn(model(files as Record<string, string>))).toBeUndefined();
});
