import { describe, expect, test } from "vitest";
import { lossOf, shake, stepOf } from "../../test/support/models/tag-losses.ts";
import { learn, sentence, tinyEncoder, tinyTask } from "../../test/support/models/tiny-task.ts";
import { maskSentence, type Sentence } from "../data/index.ts";
import { demoCorpus } from "../demo/index.ts";
import { ensembleEncoder } from "../encoders/index.ts";
import { createScorer } from "../evaluation/index.ts";
import { addTagBias, OUTSIDE, Predictor, taggerModel, tagSet } from "../models/index.ts";
import { Random } from "../random.ts";
import type { Learner } from "./learner.ts";
import type { Task } from "./method.ts";
import { likeliest } from "./tagger/soft-labels.ts";

const random = new Random(1);
/** The first 10 complete, the others partial. */
const mixed = demoCorpus({ train: 40, dev: 1, test: 1 }).train.map((s, i) =>
  i < 10 ? s : maskSentence(s, 0.5, random),
);
const still = { head: { dropout: 0 } };
const taskOf = (sentences: readonly Sentence[] = mixed) =>
  tinyTask(sentences, { encoder: tinyEncoder({ dropout: 0 }) });
const place = (stage: number, seed = 1) => ({ stage, epoch: 0, epochs: 3, random: new Random(seed) });

/** The target of each word of one sentence: a tag, or "-" where it may be any; undefined where it takes no part. */
async function targetsOf(task: Task, learner: Learner, i: number, stage: number, seed = 1) {
  const feeds = await learner.graph.feed([i], place(stage, seed));
  if (feeds === undefined) return undefined;
  const { tags, count } = tagSet(task.labels, { scheme: "iobes" });
  const { data } = feeds["tags.allowed"]!;
  return task.sentences[i]!.tokens.map((_, word) => {
    const allowed = tags.filter((_, tag) => Number(data[word * count + tag]) === 1);
    expect([1, count]).toContain(allowed.length);
    return allowed.length === 1 ? allowed[0]! : "-";
  });
}

/** As many members as the encoder of the task has, unless the options say otherwise. */
const learnLacuna = (task: Task, options: object = {}, rest: object = still) =>
  learn("lacuna", task, { ...rest, lacuna: { ensemble: task.encoder.members?.length ?? 1, ...options } });

/** A learner whose weights are not those that it would learn, but that finds something. */
function shaken(task: Task, options: object): Learner {
  const learner = learnLacuna(task, options);
  learner.graph.build({ parameters: task.parameters, training: true });
  shake(task);
  return learner;
}

/** Whether a word is labelled. */
const isLabelledAt = ({ entities }: Sentence, word: number) =>
  entities.some(({ start, end }) => start <= word && word < end);

test("what is completed was not seen: of all parts but one no unlabelled word is taken for O, labels are trained", async () => {
  const task = taskOf();
  const learner = shaken(task, { holdOut: "outside", folds: 3, outsideRate: 1 });
  for (const [i, own] of mixed.entries()) {
    const stages = await Promise.all([0, 1, 2].map((stage) => targetsOf(task, learner, i, stage)));
    const isHeldOut = stages.map((tags) => tags!.includes("-"));
    expect(isHeldOut.filter(Boolean)).toHaveLength(own.completeness === "partial" ? 2 : 0);
    stages.forEach((tags, stage) => {
      tags!.forEach((tag, word) => {
        if (isLabelledAt(own, word)) expect(tag).not.toMatch(/^[-O]$/);
        else expect(tag).toBe(isHeldOut[stage] ? "-" : "O");
      });
    });
  }
  await learner.dispose();
});

test("or nothing of it was seen: all parts but one are left out; complete sentences are always trained, and all of their words", async () => {
  const task = taskOf();
  const learner = shaken(task, { holdOut: "sentences", folds: 3, outsideRate: 0.2 });
  expect(learner.stages!.early.map(({ name }) => name)).toEqual([
    "completing 1 of 3",
    "completing 2 of 3",
    "completing 3 of 3",
  ]);
  for (const [i, { completeness, tokens }] of mixed.entries()) {
    const stages = await Promise.all([0, 1, 2].map((stage) => targetsOf(task, learner, i, stage)));
    expect(stages.filter((own) => own === undefined)).toHaveLength(completeness === "partial" ? 2 : 0);
    if (completeness === "complete") for (const own of stages) expect(own).not.toContain("-");
    for (const own of stages) expect(own?.length ?? tokens.length).toBe(tokens.length);
  }
  await learner.dispose();
});

test("a model that completes gets but a few unlabelled words, others in each epoch, and all labels", async () => {
  const task = taskOf();
  const learner = shaken(task, { folds: 2, outsideRate: 0.25, holdOut: "sentences" });
  let [kept, all, same] = [0, 0, 0];
  for (const [i, own] of mixed.entries()) {
    if (own.completeness === "complete") continue;
    const stage = (await targetsOf(task, learner, i, 0)) === undefined ? 1 : 0;
    const [one, other] = [
      (await targetsOf(task, learner, i, stage))!,
      (await targetsOf(task, learner, i, stage, 2))!,
    ];
    own.tokens.forEach((_, word) => {
      expect(/^[-O]$/.test(one[word]!)).toBe(!isLabelledAt(own, word));
      if (isLabelledAt(own, word)) return;
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

test("the main stage is trained on what a model found in sentences that it had not seen, as often as it is likely", async () => {
  const task = taskOf();
  const options = { folds: 2, relabelBelow: 0, holdOut: "sentences" };
  const learner = shaken(task, options);
  const { encoder, parameters, session, prepared } = task;
  const predictor = await Predictor.compile({ encoder, model: learner.model, parameters, session });
  await learner.stages!.endStage({ stage: 0, epoch: 2, epochs: 3 });
  await learner.stages!.endStage({ stage: 1, epoch: 2, epochs: 3 });
  const partial = [...mixed.keys()].filter((i) => mixed[i]!.completeness === "partial").slice(0, 6);
  const [DRAWS, set] = [200, tagSet(task.labels, { scheme: "iobes" })];
  let tried = { entity: 0, outside: 0 };
  for (const i of partial) {
    const { tokens, entities } = mixed[i]!;
    const draws: string[][] = [];
    for (let seed = 0; seed < DRAWS; seed++) draws.push((await targetsOf(task, learner, i, 2, seed))!);
    const isNear = (count: number, p: number) =>
      expect(Math.abs(count - DRAWS * p)).toBeLessThan(4.5 * Math.sqrt(DRAWS * p * (1 - p)) + 1);
    const outputs = await predictor.outputs([prepared[i]!]);
    const [marginals] = learner.model.marginals(outputs, [prepared[i]!], { floor: 0.001 });
    const own = set.encode(tokens.length, entities);
    const isFree = (start: number, end: number) => own.subarray(start, end).every((tag) => tag === 0);
    const taken = new Float64Array(tokens.length);
    const found = likeliest(
      marginals!.filter(({ start, end, score }) => isFree(start, end) && score! >= 0.5),
    );
    for (const entity of found) {
      const spelt = set.encode(tokens.length, [entity]);
      const isTrained = (tags: string[]) =>
        tags.slice(entity.start, entity.end).every((tag, at) => tag === set.tags[spelt[entity.start + at]!]);
      isNear(draws.filter(isTrained).length, entity.score!);
      taken.fill(entity.score!, entity.start, entity.end);
      tried = { ...tried, entity: tried.entity + 1 };
    }
    tokens.forEach((_, word) => {
      if (own[word] !== 0) for (const tags of draws) expect(tags[word]).toBe(set.tags[own[word]!]);
      if (own[word] !== 0) return;
      const inside = marginals!
        .filter(({ start, end }) => start <= word && word < end)
        .reduce((sum, { score }) => sum + score!, 0);
      // Where no entity was drawn for it.
      const isOutside = (1 - taken[word]!) * (1 - Math.min(1, inside));
      isNear(draws.filter((tags) => tags[word] === "O").length, isOutside);
      tried = { ...tried, outside: tried.outside + 1 };
    });
  }
  expect(tried.entity).toBeGreaterThan(5);
  expect(tried.outside).toBeGreaterThan(10);

  // And what it knows survives a checkpoint.
  const again = learnLacuna(task, options);
  again.graph.build({ parameters: task.parameters, training: true });
  again.stages!.restore(learner.stages!.state());
  for (const i of partial)
    expect(await targetsOf(task, again, i, 2)).toEqual(await targetsOf(task, learner, i, 2));
  const quality = await learner.metrics!.endEpoch({ stage: 2, epoch: 0, epochs: 3 });
  expect(quality.completedPrecision).toEqual(expect.any(Number));
  expect(await again.metrics!.endEpoch({ stage: 2, epoch: 0, epochs: 3 })).toEqual(quality);
  await Promise.all([predictor.dispose(), learner.dispose(), again.dispose()]);
});

test("labels that a model finds too unlikely give way to what it found, where that is asked for", async () => {
  const partial = { completeness: "partial" } as const;
  const given = [
    sentence("Ada saw Bob", [[0, 1, "PER"]], partial),
    sentence("in Leeds now", [[1, 2, "LOC"]], partial),
  ];
  for (const [relabelBelow, left] of [
    [0, false],
    [1, true],
  ] as const) {
    const task = taskOf(given);
    const learner = shaken(task, { folds: 2, relabelBelow, holdOut: "sentences" });
    for (const stage of [0, 1]) await learner.stages!.endStage({ stage, epoch: 0, epochs: 1 });
    const draws: string[] = [];
    for (let seed = 0; seed < 50; seed++) draws.push((await targetsOf(task, learner, 0, 2, seed))![0]!);
    expect(draws.some((tag) => tag !== "S-PER")).toBe(left);
    await learner.dispose();
  }
});

test("models that complete learn as long as the final one, or as told", () => {
  const shares = (sentences: readonly Sentence[], options: object = {}) =>
    learnLacuna(taskOf(sentences), options).stages!.early.map(({ epochs }) => epochs);
  expect(shares(mixed.slice(10))[0]).toEqual({ share: 1 });
  expect(shares(mixed)[0]).toEqual({ share: 1 });
  expect(shares(mixed, { completionEpochs: 0.25 })[0]).toEqual({ share: 0.25 });
});

test("the last of them hands its weights on where some sentences are complete, or as told", () => {
  const carried = (sentences: readonly Sentence[], options: object = {}) =>
    learnLacuna(taskOf(sentences), { folds: 3, ...options }).stages!.early.map(
      ({ carryWeights }) => carryWeights,
    );
  expect(carried(mixed)).toEqual([false, false, true]);
  expect(carried(mixed.slice(10))).toEqual([false, false, false]);
  expect(carried(mixed, { carryWeights: false })).toEqual([false, false, false]);
  expect(carried(mixed.slice(10), { carryWeights: true })).toEqual([false, false, true]);
});

test("where some sentences are complete no unlabelled word of the others is taken for O by default; else some are", async () => {
  const isTakenForO = async (sentences: readonly Sentence[], options: object) => {
    const task = taskOf(sentences);
    const learner = shaken(task, options);
    let found = false;
    for (const [i, { completeness }] of sentences.entries()) {
      if (completeness === "complete") continue;
      for (const stage of [0, 1, 2])
        found ||= (await targetsOf(task, learner, i, stage))?.includes("O") ?? false;
    }
    await learner.dispose();
    return found;
  };
  expect(await isTakenForO(mixed, {})).toBe(false);
  expect(await isTakenForO(mixed, { outsideRate: 0.5 })).toBe(true);
  expect(await isTakenForO(mixed.slice(10), {})).toBe(true);
});

test("where some sentences are complete the others leave the main training one by one by default; else all stay", async () => {
  const taking = async (sentences: readonly Sentence[], options: object) => {
    const task = taskOf(sentences);
    const learner = shaken(task, { folds: 2, holdOut: "outside", ...options });
    const byEpoch: number[][] = [];
    for (let epoch = 0; epoch < 5; epoch++) {
      const found: number[] = [];
      for (const i of sentences.keys()) {
        const feeds = await learner.graph.feed([i], { stage: 2, epoch, epochs: 5, random: new Random(1) });
        if (feeds !== undefined) found.push(i);
      }
      byEpoch.push(found);
    }
    await learner.dispose();
    return byEpoch;
  };
  const left = await taking(mixed, { partialUntil: 1 });
  // All 40, then a fifth of the 30 partial ones fewer in each epoch.
  expect(left.map(({ length }) => length)).toEqual([40, 34, 28, 22, 16]);
  left.slice(1).forEach((own, epoch) => {
    for (const i of own) expect(left[epoch]).toContain(i);
    for (let i = 0; i < 10; i++) expect(own).toContain(i);
  });
  // After 0.6 of the training all have left.
  expect((await taking(mixed, {})).map(({ length }) => length)).toEqual([40, 30, 20, 10, 10]);
  expect((await taking(mixed, { partialUntil: 0 })).map(({ length }) => length)).toEqual([
    40, 40, 40, 40, 40,
  ]);
  expect((await taking(mixed.slice(10), {})).at(-1)).toHaveLength(30);
});

test("at the end O, and names of several words, are made so much less or more likely as is best for dev", async () => {
  const { dev } = demoCorpus({ train: 1, dev: 20, test: 1 });
  const task = { ...taskOf(mixed), dev };
  const learner = shaken(task, {});
  const { model, encoder, parameters, session } = { ...task, ...learner };
  const predictor = await Predictor.compile({ encoder, model, parameters, session });
  const f1 = async () => {
    const scorer = createScorer();
    const found = await predictor.tag(dev.map(({ tokens }) => encoder.prepare(tokens)));
    dev.forEach((own, i) => {
      scorer.add(own, found[i]!);
    });
    return scorer.result().micro.f1;
  };
  // So that next to nothing is found.
  const { count, tags } = tagSet(task.labels, { scheme: "iobes" });
  addTagBias(
    parameters,
    Float32Array.from({ length: count }, (_, tag) => (tag === OUTSIDE ? 2 : 0)),
  );
  const before = await f1();
  const kept = parameters.get("head.tag.bias").values.slice();
  await learner.fit!.refresh("sample", place(3));
  expect(parameters.get("head.tag.bias").values).toEqual(kept);
  expect(learner.fit!.corrections!()).toEqual([]);
  await learner.fit!.refresh("all", place(3));
  expect(parameters.get("head.tag.bias").values[OUTSIDE]).toBeLessThan(kept[OUTSIDE]!);
  // What was done is told.
  const [outside, long] = learner.fit!.corrections!();
  const moved = (tag: number) => parameters.get("head.tag.bias").values[tag]! - kept[tag]!;
  expect(outside).toEqual(["no name", expect.closeTo(moved(OUTSIDE), 5)]);
  expect(long).toEqual(["names of several words", expect.closeTo(moved(tags.indexOf("B-PER")), 5)]);
  // Of so few dev sentences labels have no bias of their own.
  const singles = (values: Float32Array) => values.filter((_, tag) => tags[tag]!.startsWith("S-"));
  expect(singles(parameters.get("head.tag.bias").values)).toEqual(singles(kept));
  expect(await f1()).toBeGreaterThan(before);
  await Promise.all([predictor.dispose(), learner.dispose()]);
});

test("with complete sentences alone it is the plain tagger", async () => {
  const task = taskOf(mixed.slice(0, 10));
  const [own, plain] = [learnLacuna(task), learn("tagger", task, still)];
  expect(own.stages!.early).toEqual([]);
  for (let i = 0; i < 10; i++)
    expect(await own.graph.feed([i], place(0))).toEqual(await plain.graph.feed([i], place(0)));
  await Promise.all([own.dispose(), plain.dispose()]);
});

const ensembleTask = (sentences: readonly Sentence[], members: number) =>
  tinyTask(sentences, { encoder: ensembleEncoder(tinyEncoder({ dropout: 0 }), members) });

/** The targets of one member of an ensemble for the words of a sentence; "-" where any tag would do. */
async function memberTargets(task: Task, learner: Learner, i: number, stage: number, member: number) {
  const feeds = await learner.graph.feed([i], place(stage));
  const { tags, count } = tagSet(task.labels, { scheme: "iobes" });
  // A sentence that no member learns from is not fed.
  if (feeds === undefined) return task.sentences[i]!.tokens.map(() => "-");
  const { data } = feeds[`part${member + 1}.tags.allowed`]!;
  return task.sentences[i]!.tokens.map((_, word) => {
    const allowed = tags.filter((_, tag) => Number(data[word * count + tag]) === 1);
    return allowed.length === 1 ? allowed[0]! : "-";
  });
}

test.each([
  [3, 1],
  [2, 2],
  [4, 1],
])("with %i encoders, each is the model of a part, in %i stages", async (members, stages) => {
  const task = ensembleTask(mixed, members);
  const learner = shaken(task, { holdOut: "sentences", folds: 3, outsideRate: 1, goldOnlyMembers: 0 });
  expect(learner.stages?.early).toHaveLength(stages);
  for (const [i, own] of mixed.entries()) {
    const trainedIn: boolean[] = [];
    for (let stage = 0; stage < stages; stage++) {
      for (let member = 0; member < members; member++) {
        const tags = await memberTargets(task, learner, i, stage, member);
        const isTrained = !tags.every((tag) => tag === "-");
        if (isTrained) expect(tags).not.toContain("-");
        if (trainedIn.length < 3) trainedIn.push(isTrained);
      }
    }
    expect(trainedIn.filter(Boolean)).toHaveLength(own.completeness === "partial" ? 1 : 3);
  }
  await learner.dispose();
});

test("a sentence is completed by the members that had not seen it; in the end all are trained, each by draws of its own", async () => {
  const task = ensembleTask(mixed, 3);
  const options = { holdOut: "sentences", folds: 3, relabelBelow: 0, outsideRate: 1, goldOnlyMembers: 0 };
  const learner = shaken(task, options);
  const seen = async (i: number, member: number) =>
    !(await memberTargets(task, learner, i, 0, member)).every((tag) => tag === "-");
  const partial = [...mixed.keys()].filter((i) => mixed[i]!.completeness === "partial").slice(0, 8);
  const homes = await Promise.all(
    partial.map(async (i) => (await Promise.all([0, 1, 2].map((m) => seen(i, m)))).indexOf(true)),
  );
  await learner.stages!.endStage({ stage: 0, epoch: 0, epochs: 1 });
  const memory = learner.stages!.state();
  const lengths = memory.get("softLabels.lengths")!.data;
  for (const [at, i] of partial.entries()) {
    const row = [...lengths.keys()].find((k) => k % 4 === 0 && lengths[k] === i)!;
    expect(lengths[row + 1]).toBe(2);
    // The mean of what the two others say, each asked alone.
    const asked = [0, 1, 2].filter((member) => member !== homes[at]);
    const { encoder, parameters, prepared, labels, session } = task;
    const chances = new Map<string, number>();
    for (const only of asked) {
      const model = taggerModel({ labels, dim: encoder.dim, only }, { members: 3, head: { dropout: 0 } });
      const predictor = await Predictor.compile({ encoder, model, parameters, session });
      const [marginals] = model.marginals(await predictor.outputs([prepared[i]!]), [prepared[i]!], {
        floor: 0.05,
      });
      for (const entity of marginals!) {
        const key = `${entity.start},${entity.end},${labels.classOf(entity.label)}`;
        chances.set(key, (chances.get(key) ?? 0) + entity.score! / 2);
      }
      await predictor.dispose();
    }
    const { data: found } = memory.get("softLabels.found")!;
    const { data: scores } = memory.get("softLabels.scores")!;
    const own = [...scores.keys()].filter((k) => found[4 * k] === i);
    expect(own.map((k) => [...found.slice(4 * k + 1, 4 * k + 4)].join()).sort()).toEqual(
      [...chances.keys()].sort(),
    );
    for (const k of own)
      expect(scores[k]).toBeCloseTo(chances.get([...found.slice(4 * k + 1, 4 * k + 4)].join())!, 5);
  }
  let differ = 0;
  for (const i of partial) {
    const [one, other] = await Promise.all(
      [0, 1].map((member) => memberTargets(task, learner, i, 1, member)),
    );
    if (String(one) !== String(other)) differ++;
  }
  expect(differ).toBeGreaterThan(0);
  await learner.dispose();
});

describe("members that abstain from partial sentences", () => {
  /** For each sentence, which members are trained on any of its words, in a stage. */
  async function membersTrained(
    sentences: readonly Sentence[],
    members: number,
    stage: number,
    options: object = {},
  ) {
    const task = ensembleTask(sentences, members);
    const learner = shaken(task, { folds: 3, partialUntil: 0, ...options });
    await learner.stages!.endStage({ stage: 0, epoch: 0, epochs: 1 });
    const trainedOn: number[][] = [];
    for (const i of sentences.keys()) {
      const own = await Promise.all(
        Array.from({ length: members }, (_, member) => memberTargets(task, learner, i, stage, member)),
      );
      trainedOn.push([...own.keys()].filter((member) => own[member]!.some((tag) => tag !== "-")));
    }
    await learner.dispose();
    return trainedOn;
  }
  const isPartial = ({ completeness }: Sentence) => completeness === "partial";
  const membersOfPartial = (sentences: readonly Sentence[], trainedOn: readonly (readonly number[])[]) =>
    [...new Set(sentences.flatMap((own, i) => (isPartial(own) ? trainedOn[i]! : [])))].sort();

  test("are the last of three, in all stages; all learn from complete sentences", async () => {
    for (const stage of [0, 1]) {
      const trainedOn = await membersTrained(mixed, 3, stage);
      expect(membersOfPartial(mixed, trainedOn)).toEqual([0, 1]);
      mixed.forEach((own, i) => {
        if (!isPartial(own)) expect(trainedOn[i]).toEqual([0, 1, 2]);
      });
    }
  });

  test("are told of", async () => {
    const noticesOf = async (members: number, options: object) => {
      const learner = shaken(ensembleTask(mixed, members), options);
      await learner.dispose();
      return learner.notices.filter((notice) => notice.includes("ensemble"));
    };
    expect(await noticesOf(3, {})).toEqual([
      "1 of the 3 models of the ensemble trains on complete sentences alone",
    ]);
    expect(await noticesOf(6, {})).toEqual([
      "2 of the 6 models of the ensemble train on complete sentences alone",
    ]);
    expect(await noticesOf(3, { goldOnlyMembers: 0 })).toEqual([]);
    expect(await noticesOf(2, {})).toEqual([]);
  });

  test("are as many as told, but never all", async () => {
    expect(membersOfPartial(mixed, await membersTrained(mixed, 3, 1, { goldOnlyMembers: 0 }))).toEqual([
      0, 1, 2,
    ]);
    expect(membersOfPartial(mixed, await membersTrained(mixed, 3, 1, { goldOnlyMembers: 2 }))).toEqual([0]);
    expect(membersOfPartial(mixed, await membersTrained(mixed, 3, 1, { goldOnlyMembers: 9 }))).toEqual([0]);
  });

  test("are none with two, where nothing is complete, or where complete sentences have few of the labels", async () => {
    expect(membersOfPartial(mixed, await membersTrained(mixed, 2, 2))).toEqual([0, 1]);
    const partial = mixed.filter(isPartial);
    expect(membersOfPartial(partial, await membersTrained(partial, 3, 1))).toEqual([0, 1, 2]);
    expect(membersOfPartial(partial, await membersTrained(partial, 3, 1, { goldOnlyMembers: 1 }))).toEqual([
      0, 1, 2,
    ]);
    const labels = (some: readonly Sentence[]) =>
      some.reduce((sum, { entities }) => sum + entities.length, 0);
    const few = [mixed.find((own) => !isPartial(own) && own.entities.length > 0)!, ...partial];
    expect(labels(few.slice(0, 1))).toBeLessThan(0.2 * labels(few));
    expect(membersOfPartial(few, await membersTrained(few, 3, 1))).toEqual([0, 1, 2]);
  });
});

test("members read no sentence that they do not learn from, and never an empty batch", async () => {
  const task = ensembleTask(mixed, 3);
  const learner = shaken(task, { holdOut: "sentences", folds: 3, outsideRate: 1, goldOnlyMembers: 0 });
  const all = [...mixed.keys()];
  const homes = await Promise.all(
    all.map((i) =>
      Promise.all(
        [0, 1, 2].map(async (member) =>
          (await memberTargets(task, learner, i, 0, member)).some((tag) => tag !== "-"),
        ),
      ),
    ),
  );
  const read = async (batch: readonly number[], member: number) =>
    (await learner.graph.feed(batch, place(0)))![`part${member + 1}.padded.mask`]!.shape[0];
  for (const member of [0, 1, 2]) {
    expect(await read(all, member)).toBe(homes.filter((own) => own[member]).length);
    const foreign = all.filter((i) => !homes[i]![member]);
    expect(foreign.length).toBeGreaterThan(1);
    // One sentence is there all the same, and says nothing.
    expect(await read(foreign, member)).toBe(1);
  }
  const onlyFirst = all.find((i) => homes[i]!.join() === "true,false,false")!;
  const { loss, gradients } = await stepOf(task, learner, [onlyFirst]);
  expect(loss).toBeGreaterThan(0);
  const moved = [...gradients].flatMap(([name, gradient]) => {
    const values = gradient.kind === "dense" ? gradient.values : gradient.rows;
    return values.some((value) => value !== 0) ? [name] : [];
  });
  expect(moved.some((name) => name.includes("member1"))).toBe(true);
  expect(moved.filter((name) => /member[23]/.test(name))).toEqual([]);
  await learner.dispose();
});

test("the loss of an ensemble is the mean of those of its members, and it decides by the mean of their scores", async () => {
  const task = ensembleTask(mixed.slice(0, 10), 2);
  const learner = shaken(task, {});
  const { encoder, parameters, prepared, labels, session } = task;
  const words = prepared[0]!.words;
  const gold = tagSet(labels, { scheme: "iobes" }).encode(words, mixed[0]!.entities);
  const losses: number[] = [];
  const scores: Float32Array[] = [];
  for (const only of [0, 1]) {
    const model = taggerModel({ labels, dim: encoder.dim, only }, { members: 2, decoder: "softmax" });
    const predictor = await Predictor.compile({ encoder, model, parameters, session });
    const { emissions } = await predictor.outputs([prepared[0]!]);
    scores.push(Float32Array.from(emissions!.data as Float32Array));
    await predictor.dispose();
    const moves = (name: string) => parameters.get(`head.member${only + 1}.${name}`).values;
    const count = emissions!.shape[1]!;
    losses.push(
      chainLoss(scores[only]!, count, gold, {
        transitions: moves("transitions"),
        start: moves("start"),
        end: moves("end"),
      }) / words,
    );
  }
  expect(await lossOf(task, learner, [0])).toBeCloseTo((losses[0]! + losses[1]!) / 2, 4);
  const predictor = await Predictor.compile({ encoder, model: learner.model, parameters, session });
  const { emissions, start } = await predictor.outputs([prepared[0]!]);
  (emissions!.data as Float32Array).forEach((value, i) => {
    expect(value).toBeCloseTo((scores[0]![i]! + scores[1]![i]!) / 2, 4);
  });
  const [one, other] = [1, 2].map((number) => parameters.get(`head.member${number}.start`).values);
  // The first tag is O, which may begin a sentence.
  expect(start!.data[OUTSIDE]).toBeCloseTo((one![OUTSIDE]! + other![OUTSIDE]!) / 2, 5);
  await Promise.all([predictor.dispose(), learner.dispose()]);
});

/** The negative log-likelihood of one path of a chain, its sum taken word by word. */
function chainLoss(
  scores: Float32Array,
  tags: number,
  path: ArrayLike<number>,
  { transitions, start, end }: Record<"transitions" | "start" | "end", Float32Array>,
): number {
  const all = Array.from({ length: tags }, (_, tag) => tag);
  const logSum = (values: readonly number[]) => {
    const most = Math.max(...values);
    return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
  };
  let sums = all.map((tag) => start[tag]! + scores[tag]!);
  let score = sums[path[0]!]!;
  for (let word = 1; word < path.length; word++) {
    const before = sums;
    const at = (tag: number) => scores[word * tags + tag]!;
    sums = all.map(
      (tag) => logSum(all.map((from) => before[from]! + transitions[from * tags + tag]!)) + at(tag),
    );
    score += transitions[path[word - 1]! * tags + path[word]!]! + at(path[word]!);
  }
  return logSum(all.map((tag) => sums[tag]! + end[tag]!)) - score - end[path[path.length - 1]!]!;
}
