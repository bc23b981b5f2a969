import { expect, test } from "vitest";
import { shake } from "../../test/support/tag-losses.ts";
import { learn, sentence, tinyEncoder, tinyTask } from "../../test/support/tiny-task.ts";
import { maskSentence, type Sentence } from "../data/index.ts";
import { demoCorpus } from "../demo/index.ts";
import { Predictor, tagSet } from "../models/index.ts";
import { Random } from "../random.ts";
import type { Learner } from "./learner.ts";
import type { Task } from "./method.ts";

const random = new Random(1);
/** The first 10 complete, the others partial. */
const mixed = demoCorpus({ train: 40, dev: 1, test: 1 }).train.map((s, i) =>
  i < 10 ? s : maskSentence(s, 0.5, random),
);
const still = { head: { dropout: 0 } };
const taskOf = (sentences: readonly Sentence[] = mixed) =>
  tinyTask(sentences, { encoder: tinyEncoder({ dropout: 0 }) });
const place = (stage: number, seed = 1) => ({ stage, epoch: 0, epochs: 3, random: new Random(seed) });

/** What each word of one sentence is taught: a tag, or "-" for nothing; undefined where it takes no part. */
async function taught(task: Task, learner: Learner, i: number, stage: number, seed = 1) {
  const feeds = await learner.feed([i], place(stage, seed));
  if (feeds === undefined) return undefined;
  const { tags } = tagSet(task.labels, { scheme: "iobes" });
  return Array.from(feeds["tags.gold"]!.data as BigInt64Array, (tag, word) =>
    feeds["tags.silent"]?.data[word] === 1 ? "-" : tags[Number(tag)]!,
  );
}

/** A learner whose weights are not those that it would learn, but that finds something. */
function shaken(task: Task, options: object): Learner {
  const learner = learn("lacuna", task, { ...still, lacuna: options });
  learner.build({ parameters: task.parameters, training: true });
  shake(task);
  return learner;
}

test("each fold is left out once; complete sentences are always taught, and all of their words", async () => {
  const task = taskOf();
  const learner = shaken(task, { folds: 3, keep: 0.2 });
  expect(learner.early!.map(({ name }) => name)).toEqual([
    "completing 1 of 3",
    "completing 2 of 3",
    "completing 3 of 3",
  ]);
  for (const [i, { completeness, tokens }] of mixed.entries()) {
    const stages = await Promise.all([0, 1, 2].map((stage) => taught(task, learner, i, stage)));
    expect(stages.filter((own) => own === undefined)).toHaveLength(completeness === "partial" ? 1 : 0);
    if (completeness === "complete") for (const own of stages) expect(own).not.toContain("-");
    for (const own of stages) expect(own?.length ?? tokens.length).toBe(tokens.length);
  }
  await learner.dispose();
});

test("a model that completes gets but a few unlabelled words, others in each epoch, and all labels", async () => {
  const task = taskOf();
  const learner = shaken(task, { keep: 0.25 });
  let [kept, all, same] = [0, 0, 0];
  for (const [i, { completeness, tokens, entities }] of mixed.entries()) {
    if (completeness === "complete") continue;
    const stage = (await taught(task, learner, i, 0)) === undefined ? 1 : 0;
    const [one, other] = [
      (await taught(task, learner, i, stage))!,
      (await taught(task, learner, i, stage, 2))!,
    ];
    tokens.forEach((_, word) => {
      const isLabelled = entities.some(({ start, end }) => start <= word && word < end);
      expect(/^[-O]$/.test(one[word]!)).toBe(!isLabelled);
      if (isLabelled) return;
      all++;
      if (one[word] === "O") kept++;
      if (one[word] === "O" && other[word] === "O") same++;
    });
  }
  // Within four standard deviations of what is asked for, and independent of one another.
  const near = (count: number, p: number) =>
    expect(Math.abs(count - all * p)).toBeLessThan(4 * Math.sqrt(all * p * (1 - p)));
  expect(all).toBeGreaterThan(200);
  near(kept, 0.25);
  near(same, 0.25 ** 2);
  await learner.dispose();
});

test("the main stage is taught what a model found in sentences that it had not seen, and survives a checkpoint", async () => {
  const task = taskOf();
  const options = { entity: 0.3, outside: 0.6 };
  const learner = shaken(task, options);
  const { encoder, parameters, session, prepared } = task;
  const predictor = await Predictor.compile({ encoder, model: learner.model, parameters, session });
  await learner.advance!({ stage: 0, epoch: 2, epochs: 3 });
  const first = [...mixed.keys()].filter((i) => mixed[i]!.completeness === "partial");
  const seen: string[][] = [];
  const expected = async (i: number) => {
    const outputs = await predictor.outputs([prepared[i]!]);
    const [found] = learner.model.decode(outputs, [prepared[i]!]);
    const [judged] = learner.model.judge(outputs, [prepared[i]!], { floor: 0.001 });
    const { tokens, entities } = mixed[i]!;
    const set = tagSet(task.labels, { scheme: "iobes" });
    const own = set.encode(tokens.length, entities);
    const added = found!.filter(
      ({ start, end, score }) =>
        score! >= options.entity && own.subarray(start, end).every((tag) => tag === 0),
    );
    const more = set.encode(tokens.length, added);
    return tokens.map((_, word) => {
      if (own[word] !== 0) return set.tags[own[word]!]!;
      if (more[word] !== 0) return set.tags[more[word]!]!;
      const inside = judged!
        .filter(({ start, end }) => start <= word && word < end)
        .reduce((sum, { score }) => sum + score!, 0);
      return 1 - inside >= options.outside ? "O" : "-";
    });
  };
  for (const i of first) {
    if ((await taught(task, learner, i, 0)) !== undefined) continue;
    seen.push((await taught(task, learner, i, 2))!);
    expect(seen.at(-1)).toEqual(await expected(i));
  }
  // All that can happen does.
  const tags = seen.flat();
  expect(tags).toContain("-");
  expect(tags).toContain("O");
  expect(tags.some((tag) => tag.length > 1)).toBe(true);

  const again = learn("lacuna", task, { ...still, lacuna: options });
  again.build({ parameters: task.parameters, training: true });
  again.recall!(learner.memory!());
  for (const i of first) expect(await taught(task, again, i, 2)).toEqual(await taught(task, learner, i, 2));
  expect(await again.diagnose({ stage: 2, epoch: 0, epochs: 3 })).toMatchObject({
    completedPrecision: expect.any(Number),
  });
  await Promise.all([predictor.dispose(), learner.dispose(), again.dispose()]);
});

test("labels that a model finds too unlikely are left out where that is asked for", async () => {
  const partial = { completeness: "partial" } as const;
  const given = [
    sentence("Ada saw Bob", [[0, 1, "PER"]], partial),
    sentence("in Leeds now", [[1, 2, "LOC"]], partial),
  ];
  for (const [doubt, left] of [
    [0, false],
    [1, true],
  ] as const) {
    const task = taskOf(given);
    const learner = shaken(task, { doubt });
    for (const stage of [0, 1]) await learner.advance!({ stage, epoch: 0, epochs: 1 });
    expect((await taught(task, learner, 0, 2))![0] === "-").toBe(left);
    await learner.dispose();
  }
});

test("with complete sentences alone it is the plain tagger", async () => {
  const task = taskOf(mixed.slice(0, 10));
  const [own, plain] = [learn("lacuna", task, still), learn("tagger", task, still)];
  expect(own.early).toEqual([]);
  for (let i = 0; i < 10; i++) expect(await own.feed([i], place(0))).toEqual(await plain.feed([i], place(0)));
  await Promise.all([own.dispose(), plain.dispose()]);
});
