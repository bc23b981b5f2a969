// Trains a small model on incomplete labels and tags a sentence with it, in a few seconds.
//
//     npm run build && node examples/train-and-tag.mjs
//
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assembleConfig, demoCorpus, maskSentence, Random, runTraining, Tagger, writeCorpus } from "lacuna";

const folder = await mkdtemp(join(tmpdir(), "lacuna-example-"));
const [train, dev, out] = ["train.jsonl", "dev.jsonl", "model"].map((name) => join(folder, name));

// Half of the labels are taken away. What is left is partial, and the file says so.
const corpus = demoCorpus({ seed: 1, train: 300, dev: 30 });
const random = new Random(1);
await writeCorpus(
  train,
  corpus.train.map((sentence) => maskSentence(sentence, 0.5, random)),
);
await writeCorpus(dev, corpus.dev);

// Any key of docs/config.md. These make the model small and the run short.
const config = await assembleConfig({
  set: {
    train: [train],
    dev,
    epochs: 6,
    encoder: { width: 64, depth: 2 },
    features: { hashed: { width: 16, dim: 64 } },
    threads: 1,
  },
});
for await (const event of runTraining(config, out)) {
  if (event.kind === "evaluated") {
    // Early epochs, which complete the labels, have a stage and no score.
    const told = event.stage ?? `dev F1 ${event.dev.f1.toFixed(1)}`;
    console.log(`epoch ${event.epoch}: loss ${event.loss.toFixed(3)}, ${told}`);
  }
}

const text = "The mayor of Lisbon met Maria Weber in Toronto.";
const model = await Tagger.load(out);
const [{ entities }] = await model.tag([text]);
console.log(text);
for (const { from, to, label, score } of entities) {
  console.log(`${from}–${to} ${label} ${score.toFixed(2)} ${text.slice(from, to)}`);
}
await model.dispose();
await rm(folder, { recursive: true });
