import { describe, expect, test } from "vitest";
import { bruteLoss, emissionsOf, lossOf, shake } from "../../test/support/models/tag-losses.ts";
import { learn, sentence, tinyEncoder, tinyTask } from "../../test/support/models/tiny-task.ts";
import { Random } from "../random.ts";

const partial = { completeness: "partial" } as const;
/** Tags by iob2: O, B-LOC, I-LOC, B-PER, I-PER. */
const given = [
  sentence("Ada met Bob", [[0, 1, "PER"]], partial),
  sentence("in Leeds", [[1, 2, "LOC"]], partial),
  sentence("Bob left", [[0, 1, "PER"]]),
];
const start = (wpcrf: object = {}, decoder = "crf") => {
  const task = tinyTask(given, { labels: ["LOC", "PER"], encoder: tinyEncoder({ dropout: 0 }) });
  const learner = learn("weighted-partial-crf", task, {
    head: { dropout: 0 },
    scheme: "iob2",
    decoder,
    wpcrf,
  });
  learner.graph.build({ parameters: task.parameters, training: true });
  shake(task);
  return { task, learner };
};
const at = (stage: number) => ({ stage, epoch: 0, epochs: 3, random: new Random(1) });

test("rounds of folds, then the main training; complete sentences need neither", () => {
  const { learner } = start({ folds: 2, rounds: 2, completionEpochs: 0.5 });
  expect(learner.stages!.early.map(({ name }) => name)).toEqual([
    "completing fold 1 of 2, round 1 of 2",
    "completing fold 2 of 2, round 1 of 2",
    "completing fold 1 of 2, round 2 of 2",
    "completing fold 2 of 2, round 2 of 2",
  ]);
  const complete = learn("weighted-partial-crf", tinyTask(given.slice(2)));
  expect(complete.stages!.early).toEqual([]);
  expect(complete.notices).toHaveLength(1);
});

test("a fold is withheld from the model that completes it", async () => {
  const { learner } = start({ folds: 2, rounds: 1 });
  const fed = await Promise.all(
    [0, 1, 2].map(async (stage) =>
      Promise.all([0, 1, 2].map(async (own) => (await learner.graph.feed([own], at(stage))) !== undefined)),
    ),
  );
  expect(fed[2]).toEqual([true, true, true]);
  for (const own of [0, 1]) expect([fed[0]![own], fed[1]![own]].sort()).toEqual([false, true]);
  expect([fed[0]![2], fed[1]![2]]).toEqual([true, true]);
});

describe.each(["crf", "softmax"])("%s", (decoder) => {
  test("the first round takes unlabelled words for O", async () => {
    const { task, learner } = start({ start: "outside" }, decoder);
    const emissions = await emissionsOf(task, learner, 0);
    const gold = [[3], [0], [0]];
    const expected =
      decoder === "crf"
        ? bruteLoss(task, emissions, gold)
        : emissions.reduce((sum, own, i) => sum + bruteLoss(task, [own], [gold[i]!]), 0);
    const stage = (await learner.graph.feed([0], at(0))) === undefined ? 1 : 0;
    expect(await lossOf(task, learner, [0], stage)).toBeCloseTo(expected / 3, 4);
    await learner.dispose();
  });

  test("or for latent, where `O` can be learnt from complete sentences", async () => {
    const { task, learner } = start({}, decoder);
    const emissions = await emissionsOf(task, learner, 0);
    const any = [0, 1, 2, 3, 4];
    const expected =
      decoder === "crf"
        ? bruteLoss(task, emissions, [[3], any, any])
        : emissions.reduce((sum, own, i) => sum + bruteLoss(task, [own], [i === 0 ? [3] : any]), 0);
    const stage = (await learner.graph.feed([0], at(0))) === undefined ? 1 : 0;
    expect(await lossOf(task, learner, [0], stage)).toBeCloseTo(expected / 3, 4);
    await learner.dispose();
  });

  test("what was completed survives a checkpoint and weighs tags by their probability", async () => {
    const { task, learner } = start({ rounds: 1 }, decoder);
    await learner.stages!.endStage({ ...at(0) });
    await learner.stages!.endStage({ ...at(1) });
    const feeds = (await learner.graph.feed([0], at(2)))!;
    const q = Array.from(feeds["tags.logWeights"]!.data as Float32Array, Math.exp);
    // Nothing is to be weighed where the tag is known; other words have a distribution over all five tags.
    expect(q.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    for (const word of [1, 2]) {
      expect(q.slice(5 * word, 5 * word + 5).reduce((a, b) => a + b)).toBeCloseTo(1, 4);
    }
    if (decoder === "softmax") {
      // I-LOC and I-PER of the second word need a word before it of their label: only PER is.
      expect(q[7]).toBeLessThan(1e-5);
    }
    const again = start({ rounds: 1 }, decoder);
    again.learner.stages!.restore(learner.stages!.state());
    expect(await again.learner.graph.feed([0], at(2))).toEqual(feeds);
    await learner.dispose();
    await again.learner.dispose();
    expect(task.sentences).toBe(given);
  });
});

test("hard: the best completion is the label", async () => {
  const { learner } = start({ rounds: 1, weights: "hard" });
  await learner.stages!.endStage({ ...at(0) });
  await learner.stages!.endStage({ ...at(1) });
  const { "tags.allowed": allowed, ...rest } = (await learner.graph.feed([0], at(2)))!;
  expect(rest["tags.logWeights"]).toBeUndefined();
  const flags = Array.from(allowed!.data as Uint8Array);
  for (const word of [0, 1, 2]) {
    expect(flags.slice(5 * word, 5 * word + 5).reduce((a, b) => a + b)).toBe(1);
  }
  expect(flags[3]).toBe(1);
  await learner.dispose();
});
