// Trains by a method of one's own: a sampler and a loss as functions, no file of Lacuna touched.
//
//     npm run build && node examples/own-method.mjs
//
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoCorpus, maskSentence, Random, spanMethod, train } from "lacuna";
import { div, exp, mul, reduceMean, softmaxCrossEntropy, sub } from "lacuna/graph";

/** Negatives: one for three words, but none that shares a word with a labelled entity. */
function apart({ sentence, candidates }, { random }) {
  const drawn = Array.from({ length: candidates.count && Math.ceil(candidates.words / 3) }, () =>
    candidates.at(random.below(candidates.count)),
  );
  return drawn.filter(({ start, end }) => sentence.entities.every((e) => e.end <= start || end <= e.start));
}

/** Generalised cross-entropy, (1 − p^q) / q: gives in where the model is sure that a label is wrong. */
function robust({ scores, labels }, q = 0.5) {
  const power = exp(mul(softmaxCrossEntropy(scores, labels), -q)); // p^q of each span
  return reduceMean(div(sub(1, power), q));
}

const method = spanMethod("apart", "negatives apart from entities, a robust loss", {
  sampler: apart,
  loss: robust,
});
const { train: complete, dev } = demoCorpus({ seed: 1, train: 300, dev: 30 });
const random = new Random(1);
const out = await mkdtemp(join(tmpdir(), "lacuna-own-"));
const model = await train({
  method,
  train: complete.map((sentence) => maskSentence(sentence, 0.5, random)),
  dev,
  out,
  config: { epochs: 6, threads: 1, encoder: { width: 64, depth: 2 } },
  onEvent({ kind, ...event }) {
    if (kind === "evaluated") console.log(`epoch ${event.epoch}: dev F1 ${event.dev.f1.toFixed(1)}`);
  },
});
const [{ entities }] = await model.tag(["The mayor of Lisbon met Maria Weber in Toronto."]);
console.log(entities.map(({ text, label }) => `${text} ${label}`).join(", "));
await model.dispose();
await rm(out, { recursive: true });
