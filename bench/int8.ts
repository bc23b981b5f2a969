// `npm run bench:int8`: what 8-bit weights gain in words per second and cost in F1. Trains a model on each encoder, exports it with
// 8-bit weights, and tags the test set with both, by turns.
//   --only gte-small-l6,bert-zh-l8   --models DIR   trained models are kept there and taken again   --threads 1   --rounds 1
//   --sentences 2000   training sentences   --test 1000   the first test sentences alone; default: all
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { exportModel } from "../src/tagging/index.ts";
import type { JsonObject } from "../src/training/config/merge-config.ts";
import { trainModel } from "../src/training/index.ts";
import { dataFolder, encodersFolder } from "./data/data-folder.ts";
import { readSentences } from "./data/read-sentences.ts";
import { outcomeHead, outcomeRow, tagInTurns } from "./speed/tag-in-turns.ts";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "gte-small-l6,bert-zh-l8" },
    models: { type: "string" },
    threads: { type: "string", default: "1" },
    rounds: { type: "string", default: "1" },
    sentences: { type: "string", default: "2000" },
    test: { type: "string", default: "Infinity" },
  },
});

/** What must be reached. */
const [FASTER, LOSS] = [1.7, 0.3];

/** A frozen encoder with a head on its states: quick to train, and what is lost in the encoder is lost in the scores. */
const config: JsonObject = { method: "tagger", epochs: 10 };
const recipes = new Map<string, { readonly data: string; readonly most: number }>([
  ["gte-small-l6", { data: "conll03", most: Number(flags.sentences) }],
  ["bert-zh-l8", { data: "ec", most: Number(flags.sentences) }],
]);

const models = flags.models ?? (await mkdtemp(join(tmpdir(), "lacuna-int8-")));
console.log(`${flags.threads} threads, load ${loadavg()[0]!.toFixed(1)}; by turns`);
let isMet = true;
for (const name of flags.only.split(",")) {
  const recipe = recipes.get(name);
  if (recipe === undefined)
    throw new Error(`no encoder "${name}"; there are ${[...recipes.keys()].join(", ")}`);
  const [dir, folder] = [join(encodersFolder, name), join(dataFolder, recipe.data)];
  const missing = [dir, folder].find((path) => !existsSync(path));
  if (missing !== undefined) {
    console.log(`not measured: no "${missing}" (set LACUNA_ENCODERS, LACUNA_DATA)`);
    continue;
  }
  const [model, int8] = [join(models, name), join(models, `${name}-int8`)];
  if (!existsSync(join(model, "manifest.json"))) await train(name, dir, folder, model);
  if (!existsSync(join(int8, "manifest.json"))) await exportModel(model, int8, { int8: true });
  const [float32, eight] = await tagInTurns(
    [
      { name: "float32", dir: model },
      { name: "int8", dir: int8 },
    ],
    {
      sentences: (await readSentences(join(folder, "test.jsonl"))).slice(0, Number(flags.test)),
      threads: Number(flags.threads),
      rounds: Number(flags.rounds),
    },
  );
  const ratio = eight!.wordsPerSecond / float32!.wordsPerSecond;
  const loss = float32!.f1 - eight!.f1;
  console.log(`\n${outcomeHead}`);
  console.log(outcomeRow(`${name} float32`, float32!));
  console.log(outcomeRow(`${name} int8`, eight!));
  const ok = ratio >= FASTER && loss <= LOSS;
  isMet &&= ok;
  console.log(
    `${ratio.toFixed(2)} × as fast (≥ ${FASTER}), F1 ${(-loss).toFixed(2)} (≥ −${LOSS}): ${ok ? "met" : "MISSED"}`,
  );
}
if (flags.models === undefined) await rm(models, { recursive: true });
process.exitCode = isMet ? 0 : 1;

async function train(name: string, dir: string, folder: string, out: string): Promise<void> {
  const { most } = recipes.get(name)!;
  const sentences = await readSentences(join(folder, "train.jsonl"));
  const begun = performance.now();
  const tagger = await trainModel({
    train: sentences.slice(0, most),
    out,
    resume: existsSync(out),
    config: { ...config, encoder: { kind: "pretrained", dir, frozenLayers: "all" } },
    onEvent: (event) => {
      if (event.kind === "evaluated")
        console.log(`  ${name}: epoch ${event.epoch}, loss ${event.loss.toFixed(4)}`);
    },
  });
  await tagger.dispose();
  console.log(`  ${name}: trained in ${((performance.now() - begun) / 60_000).toFixed(1)} minutes`);
}
