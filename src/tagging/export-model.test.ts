import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModel } from "../../test/support/models/tiny-model.ts";
import { demoCorpus } from "../demo/index.ts";
import { createScorer } from "../evaluation/index.ts";
import { SafetensorsFile } from "../graph/index.ts";
import { exportModel } from "./export-model.ts";
import { openModelFolder } from "./open-model-folder.ts";
import { SpanScorer } from "./span-scorer.ts";
import { Tagger, type TaggerOptions } from "./tagger.ts";

const sentences = demoCorpus({ train: 400, dev: 0, test: 0 }).train.slice(0, 100);
let root: string;
let model: string;
let int8: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lacuna-export-"));
  [model, int8] = [join(root, "model"), join(root, "int8")];
  await tinyModel(model, { method: "tagger" });
  await exportModel(model, int8, { int8: true });
}, 120_000);
afterAll(() => rm(root, { recursive: true }));

async function tagged(dir: string, options: TaggerOptions = {}) {
  await using tagger = await Tagger.load(dir, { threads: 1, ...options });
  return tagger.tagSentences(sentences);
}

async function f1(dir: string, options?: TaggerOptions): Promise<number> {
  const scorer = createScorer();
  const found = await tagged(dir, options);
  sentences.forEach((sentence, i) => {
    scorer.add(sentence, found[i]!);
  });
  return scorer.result().micro.f1;
}

describe("8-bit weights", () => {
  test("are marked in model.json, and are stored as such", async () => {
    expect(JSON.parse(await readFile(join(int8, "model.json"), "utf8")).weights).toBe("int8");
    expect(JSON.parse(await readFile(join(model, "model.json"), "utf8")).weights).toBe("float32");
    const file = await SafetensorsFile.open(join(int8, "weights.safetensors"));
    await file.close();
    const dtypes = new Map([...file.tensors].map(([name, { dtype }]) => [name, dtype]));
    expect([dtypes.get("encoder.layers.0.weight"), dtypes.get("head.tag.weight")]).toEqual(["I8", "F32"]);
    const size = async (dir: string) => (await stat(join(dir, "weights.safetensors"))).size;
    expect(await size(int8)).toBeLessThan(0.5 * (await size(model)));
  });

  test("find nearly what float32 finds, but not by the same numbers", async () => {
    const [exact, rounded] = [await f1(model), await f1(int8)];
    expect(exact).toBeGreaterThan(20);
    expect(Math.abs(exact - rounded)).toBeLessThan(2);
    const scores = async (dir: string) => (await tagged(dir)).flat().map(({ score }) => score);
    expect(await scores(int8)).not.toEqual(await scores(model));
  });

  test("can be computed with without an export, to the same numbers", async () => {
    expect(await tagged(model, { int8: true })).toEqual(await tagged(int8));
    // An exported model has them already.
    expect(await tagged(int8, { int8: true })).toEqual(await tagged(int8));
  });

  test("work in WebAssembly, as a browser has it", async () => {
    const [native, web] = [await tagged(int8), await tagged(int8, { runtime: "web" })];
    const named = (all: typeof native) =>
      all.map((own) => own.map(({ start, end, label }) => [start, end, label]));
    expect(named(web)).toEqual(named(native));
  });

  test("serve audits", async () => {
    await using scorer = await SpanScorer.load(int8, { threads: 1 });
    let found = 0;
    for await (const { entities } of scorer.scoreSentences(sentences)) found += entities.length;
    expect(found).toBe((await tagged(int8)).flat().length);
  });

  test("are refused a second time, and on other devices", async () => {
    await expect(exportModel(int8, join(root, "again"), { int8: true })).rejects.toThrow(
      "has 8-bit weights already",
    );
    await expect(Tagger.load(model, { int8: true, device: "cuda" })).rejects.toThrow(
      '8-bit weights are for the processor, not for the device "cuda"',
    );
  });
});

test("an export without int8 is the same model, and of one with 8-bit weights too", async () => {
  for (const [from, name] of [
    [model, "plain"],
    [int8, "copy"],
  ] as const) {
    const to = join(root, name);
    await exportModel(from, to);
    expect((await openModelFolder(to)).precision).toBe((await openModelFolder(from)).precision);
    expect(await tagged(to)).toEqual(await tagged(from));
  }
});
