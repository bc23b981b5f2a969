// `npm run bench:distil`: what one small model keeps of the ensemble that taught it. `lacuna` with three cnn encoders and GloVe learns
// CoNLL-03 with 70 % of the labels hidden; one cnn learns from it on the raw text of the training sentences; both tag the test set by turns.
//   --teacher DIR   a trained teacher, taken as it is   --models DIR   models are kept there and taken again   --threads 1   --rounds 3
//   --teacher-epochs 6   --epochs 12   --temperature 1   --data FILE,FILE   more raw text
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { maskSentence, type Sentence } from "../src/data/index.ts";
import { Random } from "../src/random.ts";
import type { JsonObject } from "../src/training/config/merge-config.ts";
import { trainModel } from "../src/training/index.ts";
import { dataFolder } from "./data/data-folder.ts";
import { readSentences } from "./data/read-sentences.ts";
import { outcomeHead, outcomeRow, tagInTurns } from "./speed/tag-in-turns.ts";

const { values: flags } = parseArgs({
  options: {
    teacher: { type: "string" },
    models: { type: "string" },
    threads: { type: "string", default: "1" },
    rounds: { type: "string", default: "3" },
    "teacher-epochs": { type: "string", default: "6" },
    epochs: { type: "string", default: "12" },
    temperature: { type: "string", default: "1" },
    data: { type: "string" },
  },
});

/** What must be reached. */
const [FASTER, LOSS] = [2.5, 0.5];
/** The share of labels that is hidden from the teacher. */
const HIDDEN = 0.7;

const conll = join(dataFolder, "conll03");
const vectors = join(dataFolder, "..", "vectors", "glove-100d-100k.bin");
const missing = [conll, vectors].find((path) => !existsSync(path));
if (missing !== undefined) {
  console.error(`not measured: no "${missing}" (set LACUNA_DATA)`);
  process.exit(1);
}
const models = flags.models ?? (await mkdtemp(join(tmpdir(), "lacuna-distil-")));
const [train, dev, test] = await Promise.all(
  ["train", "dev", "test"].map((part) => readSentences(join(conll, `${part}.jsonl`))),
);

const teacher = flags.teacher ?? join(models, "teacher");
const random = new Random(1);
await trained(
  teacher,
  train!.map((sentence) => maskSentence(sentence, HIDDEN, random)),
  { method: "lacuna", epochs: Number(flags["teacher-epochs"]) },
);
const others = await Promise.all((flags.data?.split(",") ?? []).map((file) => readSentences(file)));
const student = join(models, "student");
await trained(student, [...train!, ...others.flat()].map(raw), {
  method: "distil",
  distil: { teacher, temperature: Number(flags.temperature) },
  epochs: Number(flags.epochs),
});

console.log(`${flags.threads} threads, load ${loadavg()[0]!.toFixed(1)}; by turns`);
const [ofTeacher, ofStudent] = await tagInTurns(
  [
    { name: "teacher", dir: teacher },
    { name: "student", dir: student },
  ],
  { sentences: test!, threads: Number(flags.threads), rounds: Number(flags.rounds) },
);
const ratio = ofStudent!.wordsPerSecond / ofTeacher!.wordsPerSecond;
const loss = ofTeacher!.f1 - ofStudent!.f1;
console.log(`\n${outcomeHead}`);
console.log(outcomeRow("lacuna, 3 × cnn, GloVe", ofTeacher!));
console.log(outcomeRow("its student, cnn, GloVe", ofStudent!));
const isMet = ratio >= FASTER && loss <= LOSS;
console.log(
  `${ratio.toFixed(2)} × as fast (≥ ${FASTER}), F1 ${(-loss).toFixed(2)} (≥ −${LOSS}): ${isMet ? "met" : "MISSED"}`,
);
if (flags.models === undefined) await rm(models, { recursive: true });
process.exitCode = isMet ? 0 : 1;

/** Words alone. */
function raw({ tokens, source }: Sentence): Sentence {
  return { tokens, source, entities: [], completeness: "partial" };
}

/** Trains a cnn with GloVe into a folder, unless there is a model; one that was stopped goes on. */
async function trained(out: string, sentences: readonly Sentence[], config: JsonObject): Promise<void> {
  if (existsSync(join(out, "manifest.json"))) return;
  const begun = performance.now();
  const tagger = await trainModel({
    train: sentences,
    dev: dev!,
    out,
    resume: existsSync(out),
    config: { vectors: { file: vectors }, ...config },
    onEvent: (event) => {
      if (event.kind !== "evaluated") return;
      const score = event.dev === undefined ? "" : `, dev F1 ${event.dev.f1.toFixed(2)}`;
      console.log(`  ${config.method}: epoch ${event.epoch}, loss ${event.loss.toFixed(4)}${score}`);
    },
  });
  await tagger.dispose();
  console.log(`  ${config.method}: trained in ${((performance.now() - begun) / 60_000).toFixed(1)} minutes`);
}
