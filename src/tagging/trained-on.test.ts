import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SentenceSet } from "../data/index.ts";
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
