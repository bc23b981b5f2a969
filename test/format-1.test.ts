import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readCorpus } from "../src/data/index.ts";
import { Tagger } from "../src/tagging/index.ts";
import { readTrainingLog } from "../src/training/index.ts";
import { collect } from "./support/collect.ts";
import { lacuna } from "./support/lacuna-command.ts";

/** What Lacuna 0.1 wrote; see the README there. Copied, because runs go on in place. */
const folder = mkdtempSync(join(tmpdir(), "lacuna-format-1-"));
cpSync(join("test", "fixtures", "format-1"), folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);
const weightsOf = (model: string) => readFileSync(at(model, "weights.safetensors")).toString("base64");

describe("what Lacuna 0.1 wrote", () => {
  test("a model tags the same, to the last digit of the scores", async () => {
    await using tagger = await Tagger.load(at("model"), { threads: 1 });
    const sentences = await collect(readCorpus(at("test.jsonl")));
    const wanted = await collect(readCorpus(at("predicted.jsonl")));
    const tagged = await tagger.tagSentences(sentences);
    expect(wanted.flatMap(({ entities }) => entities).length).toBe(30);
    expect(tagged.map((entities) => JSON.stringify(entities))).toEqual(
      wanted.map(({ entities }) => JSON.stringify(entities)),
    );
  });

  test("a stopped run goes on to the weights that it would have had", { timeout: 120_000 }, async () => {
    const { code, stderr } = lacuna(["train", "--out", "run", "--resume"], { cwd: folder });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(weightsOf("run")).toBe(weightsOf("model"));
    const config = JSON.parse(readFileSync(at("run", "config.json"), "utf8"));
    expect(config).toMatchObject({
      format: 2,
      scheme: "iobes",
      optimiser: { learningRate: 0.02, ema: 0.9 },
      lacuna: { ensemble: 2, partialUntil: 0.5 },
    });
    // Lines of the log from before and after are of one kind.
    const events = await readTrainingLog(at("run", "log.jsonl"));
    const epochs = events.filter((event) => event.kind === "evaluated");
    expect(epochs).toHaveLength(36);
    for (const epoch of epochs) expect(epoch.metrics).toEqual(expect.any(Object));
  });

  test("its config trains the same model again", { timeout: 120_000 }, () => {
    const args = ["train", "--config", join("model", "config.json"), "--out", "again"];
    expect(lacuna(args, { cwd: folder }).code).toBe(0);
    expect(weightsOf("again")).toBe(weightsOf("model"));
  });

  test("an old key that is typed is told its new name", () => {
    const args = ["train", "--train", "gold.jsonl", "--out", "x", "--set", "optimiser.rate=0.1"];
    const { code, stderr } = lacuna(args, { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('it is called "optimiser.learningRate" since Lacuna 0.2');
  });
});
