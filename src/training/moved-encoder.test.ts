import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoCorpus } from "../demo/index.ts";
import { parseTrainConfig } from "./config/config.ts";
import { runTraining } from "./run-training.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-moved-"));
const at = (...names: string[]) => join(root, ...names);
const { train, dev } = demoCorpus({ train: 12, dev: 3, test: 0 });

/** Trains for two steps; `stopAfter` asks for a stop after so many. */
async function run(out: string, dir: string, { stopAfter = Infinity, resume = false } = {}): Promise<void> {
  const encoder = { kind: "pretrained", dir: at(dir), frozenLayers: 1 };
  const shape = { method: "tagger", epochs: 1, threads: 1, batch: { sentences: 6 }, statesCache: "off" };
  const config = parseTrainConfig({ ...shape, train: ["demo"], encoder }, "test");
  const stop = new AbortController();
  const events = runTraining(config, at(out), { data: { train, dev }, signal: stop.signal, resume });
  for await (const event of events) if (event.kind === "step" && event.step >= stopAfter) stop.abort();
}

beforeAll(async () => {
  const names = ["config.json", "tokenizer.json", "model.safetensors"];
  for (const name of names) cpSync(join("test/fixtures/electra-tiny", name), at("old", name));
  await run("whole", "old");
  await run("stopped", "old", { stopAfter: 1 });
  cpSync(at("stopped"), at("other"), { recursive: true });
  renameSync(at("old"), at("new"));
}, 120_000);
afterAll(() => rmSync(root, { recursive: true }));

test("a run goes on with an encoder whose folder has moved, to the same bits, and notes where it is", async () => {
  await run("stopped", "new", { resume: true });
  for (const name of ["weights.safetensors", "model.onnx", "model.json"])
    expect(readFileSync(at("stopped", name)).equals(readFileSync(at("whole", name)))).toBe(true);
  expect(JSON.parse(readFileSync(at("stopped", "config.json"), "utf8")).encoder.dir).toBe(at("new"));
});

test("one whose weights have changed is refused, wherever it is", async () => {
  const weights = readFileSync(at("new", "model.safetensors"));
  weights[weights.length - 2]! ^= 1;
  writeFileSync(at("new", "model.safetensors"), weights);
  await expect(run("other", "new", { resume: true })).rejects.toMatchObject({
    name: "UserError",
    message: `the encoder is not what the run in "${at("other")}" was begun with`,
  });
});
