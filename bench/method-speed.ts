// `npm run bench:method-speed`: words per second of methods on the same encoder and sentences, in training and in tagging, and as
// ratios to the CRF tagger (the BINDER paper's Table 7). All methods take turns within a round, so that a busy machine slows all alike.
//   --methods tagger,uniform,ce,binder   --encoders cnn,minilm-l6   --data bc5cdr/train.jsonl   --rounds 5   --steps-cnn 20   --steps-minilm 5
import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dataFolder } from "./data/data-folder.ts";
import { readSentences } from "./data/read-sentences.ts";
import { type MethodTrainer, methodTrainer } from "./methods/method-trainer.ts";
import { speedsOf, type Turn } from "./spacy/turn.ts";

const { values: flags } = parseArgs({
  options: {
    methods: { type: "string", default: "tagger,uniform,ce,binder" },
    encoders: { type: "string", default: "cnn,minilm-l6" },
    data: { type: "string", default: "bc5cdr/train.jsonl" },
    rounds: { type: "string", default: "5" },
    "steps-cnn": { type: "string", default: "20" },
    "steps-minilm": { type: "string", default: "5" },
  },
});

/** What the others are compared with: the first. */
const names = flags.methods.split(",");
/** What the bi-encoder must reach of the tagger's speed. */
const BOUND = 0.9;
const parts = ["training", "tagging"] as const;
type Part = (typeof parts)[number];

const train = join(dataFolder, flags.data);
if (!existsSync(train)) {
  console.error(`not measured: no "${train}" (set LACUNA_DATA)`);
  process.exit(1);
}
const sentences = await readSentences(train);
console.log(
  `${flags.data}, ${sentences.length} sentences; ${flags.rounds} rounds in turns; load ${loadavg()[0]!.toFixed(1)}`,
);
for (const encoder of flags.encoders.split(",")) {
  const steps = Number(encoder === "cnn" ? flags["steps-cnn"] : flags["steps-minilm"]);
  const turns = await measure(encoder, steps);
  console.log(`\n${encoder}, ${steps} batches a turn`);
  console.log(`method       words/s training   × ${names[0]}   words/s tagging   × ${names[0]}`);
  for (const name of names) {
    const [training, tagging] = parts.map((part) => {
      const { median, ratio } = speedsOf(turns[part].get(name)!, turns[part].get(names[0]!)!);
      return `${Math.round(median).toLocaleString("en").padStart(16)}   ${ratio.toFixed(2).padStart(6)}`;
    });
    console.log(`${name.padEnd(11)} ${training}     ${tagging}`);
  }
  if (!names.includes("binder")) continue;
  for (const part of parts) {
    const { ratio } = speedsOf(turns[part].get("binder")!, turns[part].get(names[0]!)!);
    console.log(`binder, ${part}: ≥ ${BOUND} × ${names[0]}: ${ratio >= BOUND ? "met" : "MISSED"}`);
  }
}

/** The turns of each method, by part. */
async function measure(encoder: string, steps: number): Promise<Record<Part, Map<string, Turn[]>>> {
  const trainers = new Map<string, MethodTrainer>();
  for (const method of names)
    trainers.set(method, await methodTrainer({ method, encoder, sentences, steps }));
  const turns = { training: new Map<string, Turn[]>(), tagging: new Map<string, Turn[]>() };
  for (let round = 0; round <= Number(flags.rounds); round++) {
    for (const part of parts) {
      for (const [name, trainer] of trainers) {
        const seconds = part === "training" ? await trainer.train(round) : await trainer.tag();
        // The first round is to get warm.
        if (round > 0)
          turns[part].set(name, [...(turns[part].get(name) ?? []), { words: trainer.words, seconds }]);
      }
    }
  }
  for (const trainer of trainers.values()) await trainer.dispose();
  return turns;
}
