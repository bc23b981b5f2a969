import { expect, test } from "vitest";
import { learn, quietSession, tinyTask } from "../../../test/support/models/tiny-task.ts";
import type { Sentence } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { Session } from "../../graph/index.ts";
import {
  CENTRES,
  feedSpans,
  inferenceGraph,
  Predictor,
  retrievalMixOf,
  spanIndex,
  weightsOf,
} from "../../models/index.ts";
import { candidateSpans } from "../../samplers/index.ts";

const demo = demoCorpus({ train: 24, dev: 1, test: 1 }).train;
const at = { stage: 0, epoch: 0, epochs: 2 };

/** The vectors and plain scores of all spans of some sentences, one sentence at a time. */
async function spanNumbers(
  task: ReturnType<typeof tinyTask>,
  maxWidth: number,
  model: ReturnType<typeof learn>["model"],
) {
  const { encoder, parameters, prepared, labels } = task;
  const { vectors } = inferenceGraph({ encoder, model, parameters }) as { vectors: never };
  const session = await Session.compile({
    ...quietSession,
    outputs: { vectors },
    bound: weightsOf(parameters, [vectors]),
  });
  const weight = parameters.get("head.label.weight").values;
  const bias = parameters.get("head.label.bias").values;
  const found = [];
  for (const own of prepared) {
    const index = spanIndex([own.words], maxWidth);
    const feeds = { ...encoder.feed([own]), ...feedSpans(index) };
    const run = await session.run(Object.fromEntries(session.inputs.map(({ name }) => [name, feeds[name]!])));
    const data = run.vectors!.data as Float32Array;
    const width = data.length / index.count;
    const vectorOf = (position: number) => data.subarray(position * width, (position + 1) * width);
    const scoresOf = (position: number) =>
      Float64Array.from({ length: labels.classes }, (_, label) =>
        vectorOf(position).reduce((sum, x, i) => sum + x * weight[label * width + i]!, bias[label]!),
      );
    found.push({ index, vectorOf, scoresOf });
  }
  await session.dispose();
  return found;
}

test("centres are the means of the vectors of labelled spans and of negatives, without dropout", async () => {
  // Every candidate is a negative here, so that the mean of O needs no draw.
  const task = tinyTask(demo);
  const learner = learn("scl-rai", task, { sampler: { kind: "all" }, head: { kind: "span", width: 12 } });
  const { maxWidth } = learner.model.config as unknown as { maxWidth: number };
  const { labels, parameters } = task;
  learner.graph.build({ parameters, training: true });
  expect(parameters.get(CENTRES).values.every((value) => value === 0)).toBe(true);
  await learner.fit!.refresh("all", at);

  const sums = Array.from({ length: labels.classes }, () => ({ count: 0, sum: new Float64Array(12) }));
  const add = (label: number, vector: Float32Array) => {
    sums[label]!.count++;
    vector.forEach((value, i) => {
      sums[label]!.sum[i]! += value;
    });
  };
  const numbers = await spanNumbers(task, maxWidth, learner.model);
  demo.forEach((sentence: Sentence, i) => {
    const { index, vectorOf } = numbers[i]!;
    for (const { start, end, label } of sentence.entities)
      add(labels.classOf(label)!, vectorOf(index.positionOf(0, start, end)));
    const candidates = candidateSpans(sentence, maxWidth);
    for (let c = 0; c < candidates.count; c++) {
      const { start, end } = candidates.at(c);
      add(0, vectorOf(index.positionOf(0, start, end)));
    }
  });
  expect(sums.every(({ count }) => count > 5)).toBe(true);
  const { values } = parameters.get(CENTRES);
  sums.forEach(({ count, sum }, label) => {
    sum.forEach((total, i) => {
      expect(values[label * 12 + i]).toBeCloseTo(total / count, 5);
    });
  });

  // All there are is fewer than a sample: the same again, and the same bits in another learner.
  const before = values.slice();
  await learner.fit!.refresh("sample", at);
  expect(values).toEqual(before);
  await learner.dispose();
});

test.each(["prob", "logprob"] as const)("the model in use mixes in what the centres say, %s", async (mix) => {
  const task = tinyTask(demo);
  const learner = learn("scl-rai", task, {
    head: { kind: "span", width: 12 },
    retrieval: { share: 0.3, mix },
  });
  const { maxWidth } = learner.model.config as unknown as { maxWidth: number };
  const { encoder, labels, parameters, prepared } = task;
  learner.graph.build({ parameters, training: true });
  await learner.fit!.refresh("all", at);
  const predictor = await Predictor.compile({
    encoder,
    model: learner.model,
    parameters,
    session: quietSession,
  });
  const centres = parameters.get(CENTRES).values;
  const [{ index, vectorOf, scoresOf }] = (await spanNumbers(task, maxWidth, learner.model)) as [never] as [
    Awaited<ReturnType<typeof spanNumbers>>[number],
  ];

  const outputs = async () =>
    (await predictor.outputs([prepared[0]!])).probabilities!.data.slice() as Float32Array;
  const check = (found: Float32Array) => {
    for (let position = 0; position < index.count; position++) {
      const given = { scores: scoresOf(position), vector: vectorOf(position), centres };
      const wanted = retrievalMixOf(given, { share: 0.3, mix });
      wanted.forEach((value, label) => {
        expect(found[position * labels.classes + label]).toBeCloseTo(value, 4);
      });
    }
  };
  const first = await outputs();
  check(first);
  // The session reads the centres where they lie: when they move, so do the probabilities.
  centres.set(centres.slice(12, 24), 24);
  centres.fill(0, 12, 24);
  const second = await outputs();
  check(second);
  expect(second).not.toEqual(first);
  await predictor.dispose();
  await learner.dispose();
});
