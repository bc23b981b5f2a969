import { expect, test } from "vitest";
import { learn, quietSession, sentence, tinyTask } from "../../../test/support/models/tiny-task.ts";
import { demoCorpus } from "../../demo/index.ts";
import { createScorer } from "../../evaluation/index.ts";
import { Predictor } from "../../models/index.ts";
import { DevEvaluator } from "./dev-evaluator.ts";

const demo = demoCorpus({ train: 1, dev: 25, test: 1 }).dev;

test("scores are those of tagging sentence by sentence, however they are batched, empty ones among them", async () => {
  const sentences = [sentence(""), ...demo, sentence("")];
  const task = tinyTask(sentences);
  const { encoder, parameters, prepared } = task;
  const { model } = learn("uniform", task);
  const predictor = await Predictor.compile({ encoder, model, parameters, session: quietSession });
  // Untrained weights find something nearly everywhere, so there is much to count.
  const scorer = createScorer();
  for (const [i, own] of prepared.entries()) {
    if (own.words > 0) scorer.add(sentences[i]!, (await predictor.tag([own]))[0]!);
    else scorer.add(sentences[i]!, []);
  }
  const wanted = scorer.result();
  expect(wanted.micro.predicted).toBeGreaterThan(50);
  for (const batchTokens of [1, 40, 100_000]) {
    const dev = new DevEvaluator(sentences, encoder, predictor, { batchTokens });
    expect(await dev.score()).toEqual(wanted);
  }
  await predictor.dispose();
});

test("sentences without words alone are tagged with nothing", async () => {
  for (const name of ["uniform", "nrces", "scl-rai"]) {
    const task = tinyTask([sentence("a b", [[0, 1, "PER"]]), sentence("")]);
    const { encoder, parameters, prepared } = task;
    const { model } = learn(name, task);
    const predictor = await Predictor.compile({ encoder, model, parameters, session: quietSession });
    expect(await predictor.tag([prepared[1]!, prepared[1]!])).toEqual([[], []]);
    expect(await predictor.tag([])).toEqual([]);
    await predictor.dispose();
  }
});

test("the time of an evaluation is estimated, and nothing without sentences", async () => {
  const task = tinyTask(demo);
  const { encoder, parameters } = task;
  const { model } = learn("uniform", task);
  const predictor = await Predictor.compile({ encoder, model, parameters, session: quietSession });
  const many = new DevEvaluator([...demo, ...demo, ...demo, ...demo], encoder, predictor, {
    batchTokens: 60,
  });
  const begun = performance.now();
  await many.score();
  const taken = (performance.now() - begun) / 1000;
  // Only what is far off is a mistake: the machine may be busy in one of the two.
  const estimated = await many.estimateSeconds(0.1);
  expect(estimated).toBeGreaterThan(taken / 20);
  expect(estimated).toBeLessThan(taken * 20);
  expect(await new DevEvaluator([], encoder, predictor, { batchTokens: 60 }).estimateSeconds(0.1)).toBe(0);
  await predictor.dispose();
});
