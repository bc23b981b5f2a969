import { afterAll, expect, test } from "vitest";
import { shake } from "../../../test/support/models/tag-losses.ts";
import { tinyEncoder, tinyTask } from "../../../test/support/models/tiny-task.ts";
import { demoCorpus } from "../../demo/index.ts";
import { createScorer } from "../../evaluation/index.ts";
import { OUTSIDE, Predictor, taggerModel, tagSet } from "../../models/index.ts";
import { TagSpanScorer } from "./span-scorer.ts";

const { train, dev } = demoCorpus({ train: 30, dev: 60, test: 1 });
const task = tinyTask(train, { encoder: tinyEncoder({ dropout: 0 }) });
const { encoder, labels, parameters, session, prepared } = task;
const model = taggerModel({ labels, dim: encoder.dim });
const tags = tagSet(labels, { scheme: "iobes" });
const spanScorer = new TagSpanScorer(task, model);
const predictor = await Predictor.compile({ encoder, model, parameters, session });
shake(task);
afterAll(() => Promise.all([spanScorer.dispose(), predictor.dispose()]));

test("soft labels are what the model says: what may be an entity, how likely each word is inside, and each label", async () => {
  const wanted = [5, 0, 17];
  const softLabels = await spanScorer.softLabels(wanted);
  for (const [i, sentence] of wanted.entries()) {
    const outputs = await predictor.outputs([prepared[sentence]!]);
    const [marginals] = model.marginals(outputs, [prepared[sentence]!], { floor: 0.001 });
    const { entities, inside, labelled } = softLabels[i]!;
    const likely = marginals!.filter(({ score }) => score! >= 0.05);
    expect(entities.map(({ score: _, ...own }) => own)).toEqual(likely.map(({ score: _, ...own }) => own));
    task.sentences[sentence]!.tokens.forEach((_, word) => {
      const over = marginals!.filter(({ start, end }) => start <= word && word < end);
      const sum = over.reduce((total, { score }) => total + score!, 0);
      expect(inside[word]).toBeCloseTo(Math.min(1, sum), 4);
    });
    task.sentences[sentence]!.entities.forEach(({ start, end, label }, k) => {
      const found = marginals!.find((own) => own.start === start && own.end === end && own.label === label);
      expect(labelled[k]).toBeCloseTo(found?.score ?? 0, 4);
    });
  }
});

test("the lower the bias of O, the more is found; scores are those of what is found", async () => {
  const biases = [3, 0, -3];
  const reading = await spanScorer.read(dev);
  const scores = reading.scores(
    biases.map((bias) => Float32Array.from({ length: tags.count }, (_, tag) => (tag === OUTSIDE ? bias : 0))),
  );
  const all = dev.map(({ tokens }) => encoder.prepare(tokens));
  const outputs = await predictor.outputs(all);
  const { data, shape } = outputs.emissions!;
  const counts = biases.map((bias, i) => {
    const emissions = Float32Array.from(data as Float32Array, (value, at) =>
      at % shape[1]! === 0 ? value + bias : value,
    );
    const found = model.decode({ ...outputs, emissions: { data: emissions, shape } }, all);
    const scorer = createScorer();
    for (const [at, sentence] of dev.entries()) scorer.add(sentence, found[at]!);
    expect(scores[i]).toBeCloseTo(scorer.result().micro.f1, 6);
    return found.flat().length;
  });
  expect(counts.toSorted((a, b) => a - b)).toEqual(counts);
  expect(counts[2]).toBeGreaterThan(counts[0]!);
});
