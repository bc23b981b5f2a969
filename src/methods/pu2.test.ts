import { describe, expect, test } from "vitest";
import { bruteLoss, emissionsOf, shake, stepOf } from "../../test/support/models/tag-losses.ts";
import { learn, sentence, tinyEncoder, tinyTask } from "../../test/support/models/tiny-task.ts";
import { maskSentence, type Sentence } from "../data/index.ts";
import { demoCorpus } from "../demo/index.ts";
import { UserError } from "../errors.ts";
import type { Tensors } from "../graph/index.ts";
import { flatEntities, Predictor, tagEnsemble, tagSet } from "../models/index.ts";
import { Random } from "../random.ts";
import type { Learner } from "./learner.ts";
import type { Task } from "./method.ts";
import { entityWords } from "./pu2/missing-words.ts";
import { rankedWords } from "./pu2/ranked-words.ts";
import { separation } from "./pu2/separation.ts";
import { tagCorpus } from "./tagger/corpus.ts";
import { TagScorer } from "./tagger/scorer.ts";

const random = new Random(1);
const flat = demoCorpus({ train: 40, dev: 1, test: 1 }).train.map((s) => ({
  ...s,
  entities: flatEntities(s.entities).kept,
}));
/** The first half complete, the second partial. */
const mixed = flat.map((s, i) => (i < 20 ? s : maskSentence(s, 0.5, random)));
const all = [...mixed.keys()];

const still = { head: { dropout: 0 } };
const taskOf = (sentences: readonly Sentence[] = mixed, dev?: readonly Sentence[]) =>
  tinyTask(sentences, { encoder: tinyEncoder({ dropout: 0 }), ...(dev !== undefined && { dev }) });
const place = (stage: number, seed = 1, epoch = 0) => ({ stage, epoch, epochs: 3, random: new Random(seed) });

/** The target of each word of a fed batch: a tag, or nothing. */
function targetsOf(task: Task, learner: Learner, batch: readonly number[], feeds: Tensors): string[][] {
  const { scheme, nonEntity } = learner.model.config as unknown as { scheme: "iobes"; nonEntity: boolean };
  const { tags } = tagSet(task.labels, { scheme, nonEntity });
  const { data, shape } = feeds["tags.gold"]!;
  const longest = shape[1]!;
  return batch.map((sentence, row) =>
    task.sentences[sentence]!.tokens.map((_, word) => {
      const at = row * longest + word;
      return feeds["tags.ignored"]!.data[at] === 1 ? "-" : tags[Number(data[at])]!;
    }),
  );
}

/** O-values of all words that may be removed, as the learner should see them. */
async function valuesOf(
  task: Task,
  learner: Learner,
): Promise<{ sentence: number; word: number; value: number }[]> {
  const { encoder, parameters, prepared, session } = task;
  const predictor = await Predictor.compile({ encoder, model: learner.model, parameters, session });
  const found: { sentence: number; word: number; value: number }[] = [];
  for (const [i, { completeness, entities, tokens }] of task.sentences.entries()) {
    if (completeness !== "partial") continue;
    const data = (await predictor.outputs([prepared[i]!])).emissions!.data as Float32Array;
    tokens.forEach((_, word) => {
      if (entities.some(({ start, end }) => start <= word && word < end)) return;
      found.push({ sentence: i, word, value: data[word * (data.length / tokens.length)]! });
    });
  }
  await predictor.dispose();
  return found;
}

test("exploring teaches the labels as they are; then the ⌈λm⌉ smallest O-values of partial sentences are ignored", async () => {
  const task = taskOf();
  const learner = learn("pu2", task, { ...still, pu2: { remove: 0.15, spans: 0, explore: 3 } });
  expect(learner.stages?.early).toEqual([{ name: "exploring", epochs: 3, isScored: false }]);
  learner.graph.build({ parameters: task.parameters, training: true });
  const before = targetsOf(task, learner, all, (await learner.graph.feed(all, place(0)))!);
  mixed.forEach(({ entities, tokens }, i) => {
    const labelled = tokens.map((_, word) => entities.some(({ start, end }) => start <= word && word < end));
    expect(before[i]!.map((tag) => tag !== "O")).toEqual(labelled);
  });

  const values = await valuesOf(task, learner);
  await learner.stages!.endStage({ stage: 0, epoch: 2, epochs: 3 });
  const after = targetsOf(task, learner, all, (await learner.graph.feed(all, place(1)))!);
  const removed = after.flatMap((tags, i) =>
    tags.flatMap((tag, word) => (tag === "-" ? [`${i}:${word}`] : [])),
  );
  const smallest = values.toSorted((a, b) => a.value - b.value).slice(0, Math.ceil(0.15 * values.length));
  expect(removed.toSorted()).toEqual(smallest.map((at) => `${at.sentence}:${at.word}`).toSorted());
  expect(removed.length).toBeGreaterThan(10);
  // All other words are as before.
  expect(after.map((tags, i) => tags.map((tag, word) => (tag === "-" ? before[i]![word] : tag)))).toEqual(
    before,
  );

  const hidden = new Set(
    mixed.flatMap(({ hidden: own = [] }, i) =>
      own.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, w) => `${i}:${start + w}`)),
    ),
  );
  const hits = removed.filter((at) => hidden.has(at)).length;
  const { removedPrecision, removedRecall } = await learner.metrics!.endEpoch({
    stage: 1,
    epoch: 0,
    epochs: 3,
  });
  expect(removedPrecision).toBeCloseTo(hits / removed.length, 12);
  expect(removedRecall).toBeCloseTo(hits / hidden.size, 12);
  await learner.dispose();
});

describe.each(["crf", "softmax"])("%s: what is removed adds nothing to the loss", (decoder) => {
  // iob2 over LOC and PER: O B-LOC I-LOC B-PER I-PER
  const partial = { completeness: "partial" } as const;
  const given = [
    sentence("Ada saw Bob in Leeds", [[0, 1, "PER"]], partial),
    sentence("of Leeds and York then", [[1, 2, "LOC"]], partial),
    sentence("Bob left", [[0, 1, "PER"]]),
    sentence("now Ada Lovelace met Bob", [[1, 3, "PER"]], partial),
  ];
  const gold = [
    [3, 0, 0, 0, 0],
    [0, 1, 0, 0, 0],
    [3, 0],
    [0, 3, 4, 0, 0],
  ];
  const start = async (remove: number) => {
    const task = tinyTask(given, { labels: ["LOC", "PER"], encoder: tinyEncoder({ dropout: 0 }) });
    const learner = learn("pu2", task, { ...still, decoder, scheme: "iob2", pu2: { remove, spans: 0 } });
    learner.graph.build({ parameters: task.parameters, training: true });
    shake(task);
    const values = await valuesOf(task, learner);
    await learner.stages!.endStage({ stage: 0, epoch: 1, epochs: 2 });
    const smallest = values.toSorted((a, b) => a.value - b.value).slice(0, Math.ceil(remove * values.length));
    const ignored = given.map((_, i) =>
      smallest.flatMap(({ sentence: own, word }) => (own === i ? [word] : [])),
    );
    return { task, learner, ignored };
  };

  // 11 words are ranked: 4 + 4 + 3. None of the complete sentence is.
  test.each([
    [0.1, 2],
    [0.4, 5],
    [0.7, 8],
    [1, 11],
  ])("λ = %d, by counting out all tag sequences", async (remove, count) => {
    const { task, learner, ignored } = await start(remove);
    expect(ignored.flat().length).toBe(count);
    const losses: { sum: number; words: number }[] = [];
    for (const [i, tags] of gold.entries()) {
      const emissions = await emissionsOf(task, learner, i);
      const own = ignored[i]!;
      if (decoder === "softmax") {
        const kept = tags.flatMap((tag, word) =>
          own.includes(word) ? [] : [bruteLoss(task, [emissions[word]!], [[tag]])],
        );
        losses.push({ sum: kept.reduce((sum, loss) => sum + loss, 0), words: kept.length });
      } else {
        const literal = bruteLoss(
          task,
          emissions,
          tags.map((tag) => [tag]),
          own,
        );
        // A removed word before another one touches nothing that is kept: ln 5 of the literal formula is left out.
        const free = own.filter((word) => own.includes(word + 1)).length;
        losses.push({ sum: literal - free * Math.log(5), words: tags.length });
      }
      const { sum, words } = losses.at(-1)!;
      expect((await stepOf(task, learner, [i], 1)).loss).toBeCloseTo(sum / words, 4);
    }
    const total = (of: "sum" | "words") => losses.reduce((sum, loss) => sum + loss[of], 0);
    const all = [...given.keys()];
    expect((await stepOf(task, learner, all, 1)).loss).toBeCloseTo(total("sum") / total("words"), 4);
    await learner.dispose();
  });

  test("where all is removed, no score of a word is changed", async () => {
    const task = tinyTask([...given, sentence("Bob met Ada", [], partial)], {
      labels: ["LOC", "PER"],
      encoder: tinyEncoder({ dropout: 0 }),
    });
    const learner = learn("pu2", task, { ...still, decoder, scheme: "iob2", pu2: { remove: 1, spans: 0 } });
    learner.graph.build({ parameters: task.parameters, training: true });
    shake(task);
    await learner.stages!.endStage({ stage: 0, epoch: 1, epochs: 2 });
    const pulled = async (stage: number) =>
      [...(await stepOf(task, learner, [4], stage)).gradients]
        .filter(([, own]) =>
          (own.kind === "dense" ? own.values : own.rows).some((value) => Math.abs(value) > 1e-7),
        )
        .map(([name]) => name);
    // The same sentence teaches a lot as long as its words are taken for `O`.
    expect((await pulled(0)).length).toBeGreaterThan(4);
    // Of a CRF there is left how tags end a sentence, which is no score of a word.
    expect(await pulled(1)).toEqual(decoder === "crf" ? ["head.end"] : []);
    await learner.dispose();
  });
});

test("⌈γs⌉ non-entity spans of free words, no wider than the longest entity, drawn anew each time", async () => {
  const task = taskOf();
  const learner = learn("pu2", task, { ...still, pu2: { remove: 0.1, spans: 0.2 } });
  learner.graph.build({ parameters: task.parameters, training: true });
  await learner.stages!.endStage({ stage: 0, epoch: 1, epochs: 2 });
  const plain = targetsOf(task, learner, all, (await learner.graph.feed(all, place(0)))!);
  const first = targetsOf(task, learner, all, (await learner.graph.feed(all, place(1)))!);
  const again = targetsOf(task, learner, all, (await learner.graph.feed(all, place(1)))!);
  const other = targetsOf(task, learner, all, (await learner.graph.feed(all, place(1, 2)))!);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  const longest = Math.max(...mixed.flatMap(({ entities }) => entities.map(({ start, end }) => end - start)));
  first.forEach((tags, i) => {
    const isNone = tags.map((tag) => tag.endsWith("-NONE"));
    // A span begins with B or S.
    const spans = tags.filter((tag) => tag === "B-NONE" || tag === "S-NONE").length;
    const wanted = Math.ceil(0.2 * tags.length - 1e-9);
    if (tags.includes("O")) expect(spans).toBe(wanted);
    expect(spans).toBeLessThanOrEqual(wanted);
    isNone.forEach((flag, word) => {
      if (flag) expect(plain[i]![word]).toBe("O");
      else if (tags[word] !== "-") expect(tags[word]).toBe(plain[i]![word]);
    });
    for (const run of tags.join(" ").matchAll(/B-NONE(?: I-NONE)* E-NONE/g)) {
      expect(run[0].split(" ").length).toBeLessThanOrEqual(longest);
    }
  });
  await learner.dispose();
});

test("what was found survives a checkpoint", async () => {
  const [task, other] = [taskOf(), taskOf()];
  const options = { ...still, pu2: { remove: 0.2 } };
  const [learner, resumed] = [learn("pu2", task, options), learn("pu2", other, options)];
  learner.graph.build({ parameters: task.parameters, training: true });
  await learner.stages!.endStage({ stage: 0, epoch: 1, epochs: 2 });
  // Other weights by now: what counts is what was ranked then.
  for (const { values } of other.parameters) values.fill(0);
  resumed.stages!.restore(learner.stages!.state());
  expect(await resumed.graph.feed(all, place(1))).toEqual(await learner.graph.feed(all, place(1)));
  await learner.dispose();
  await resumed.dispose();
});

test("complete sentences only: nothing is ranked, and that is said", () => {
  const learner = learn("pu2", taskOf(flat));
  expect(learner.stages?.early).toEqual([]);
  expect(learner.notices).toEqual([
    "no sentence is partial, so pu2 removes no word; tagger does the same in less time",
  ]);
  expect(learn("pu2", taskOf()).notices).toEqual([]);
  // Nothing to remove: no need to explore.
  expect(learn("pu2", taskOf(), { pu2: { remove: 0 } }).stages!.early).toEqual([]);
});

test("in a sentence that is complete for some labels, drawn spans leave the others open", async () => {
  const listed = sentence("a b c d", [[0, 1, "PER"]], { completeness: { complete: ["PER"] } });
  const task = tinyTask([listed], { labels: ["LOC", "PER"] });
  const learner = learn("pu2", task, { pu2: { spans: 1 }, scheme: "iob2" });
  const { data, shape } = (await learner.graph.feed([0], place(0)))!["tags.allowed"]!;
  expect(shape).toEqual([1, 4, 7]);
  const rows = Array.from({ length: 4 }, (_, word) =>
    Array.from(data.slice(7 * word, 7 * word + 7) as Uint8Array).join(""),
  );
  // O, B-LOC I-LOC, B-PER I-PER, B-NONE I-NONE: four draws of at most one word take all three free ones.
  expect(rows).toEqual(["0001000", "0110010", "0110010", "0110010"]);
});

describe("what is left open", () => {
  test("a complete dev file chooses n by how well O-values tell its entities apart, and λ by what it has more of", async () => {
    const task = taskOf(mixed, flat);
    const learner = learn("pu2", task, still);
    learner.graph.build({ parameters: task.parameters, training: true });
    expect(learner.stages!.early).toEqual([{ name: "exploring", epochs: 3, isScored: false }]);
    const scorer = new TagScorer(
      task,
      tagEnsemble(
        {
          dim: task.encoder.dim,
          tags: tagSet(task.labels, { scheme: "iobes", nonEntity: true }).count,
          members: 1,
        },
        { angles: true },
      ),
    );
    const separations: number[] = [];
    for (const epoch of [0, 1, 2]) {
      for (const { values } of task.parameters) values.set(values.map((value) => value + random.normal()));
      separations.push(separation(await scorer.oValuesOf(flat), flat.map(entityWords)));
      await learner.metrics!.endEpoch({ stage: 0, epoch, epochs: 3 });
    }
    await learner.stages!.endStage({ stage: 0, epoch: 2, epochs: 3 });
    const { triedExplore, triedRemove, triedSpans } = await learner.metrics!.endEpoch({
      stage: 1,
      epoch: 0,
      epochs: 3,
    });
    expect(triedExplore).toBe(1 + separations.indexOf(Math.max(...separations)));
    expect(triedSpans).toBe(0.1);

    // Words in entities of the whole corpus, and in labelled and unlabelled words of its second half.
    const share = (given: readonly Sentence[]) => {
      const flags = given.flatMap((own) => [...entityWords(own)]);
      return { words: flags.length, inside: flags.filter((flag) => flag === 1).length };
    };
    const [dev, train] = [share(flat), share(mixed.slice(20))];
    const missing = (dev.inside / dev.words) * train.words - train.inside;
    expect(triedRemove).toBeCloseTo(missing / (train.words - train.inside), 12);
    // The labels of about half of the entities were hidden: the estimate is near the truth.
    const hidden = mixed.flatMap(({ hidden: own = [] }) => own.map(({ start, end }) => end - start));
    const truth = hidden.reduce((sum, words) => sum + words, 0) / (train.words - train.inside);
    expect(Math.abs(triedRemove! - truth)).toBeLessThan(0.08);

    const left = learner.leftOut!()!;
    expect(left.of).toBe(train.words - train.inside);
    expect(left.words).toBe(Math.ceil(triedRemove! * left.of - 1e-9));
    await scorer.dispose();
    await learner.dispose();
  });

  test("without one, two epochs, and λ by the O-values of labelled words", async () => {
    const task = taskOf(mixed, mixed.slice(20));
    const learner = learn("pu2", task, still);
    learner.graph.build({ parameters: task.parameters, training: true });
    expect(learner.stages!.early).toEqual([{ name: "exploring", epochs: 2, isScored: false }]);
    expect(learner.leftOut!()).toBeUndefined();
    await learner.stages!.endStage({ stage: 0, epoch: 1, epochs: 2 });
    const { triedExplore, triedRemove } = await learner.metrics!.endEpoch({ stage: 1, epoch: 0, epochs: 3 });
    expect(triedExplore).toBe(2);
    const [explored] = [learner.stages!.state().get("explored")!.data];
    expect(triedRemove).toBe(explored[1]);
    await learner.dispose();
  });
});

describe("tuning", () => {
  const pu2 = {
    tune: true,
    trials: 4,
    trialEpochs: 5,
    explore: 2,
    remove: 0.05,
    grid: { remove: [0.05, 0.1, 0.2] },
  };

  test("needs dev sentences", () => {
    expect(() => learn("pu2", taskOf(), { pu2 })).toThrow(UserError);
    expect(() => learn("pu2", taskOf(), { pu2 })).toThrow(/pu2\.tune.*needs/);
  });

  test("explores for as long as any setting wants, tries settings, and trains with the best", async () => {
    const task = taskOf(mixed, flat);
    const learner = learn("pu2", task, { ...still, pu2 });
    learner.graph.build({ parameters: task.parameters, training: true });
    expect(
      learner.stages!.early.map(({ name, epochs, isScored }) => `${name} ${epochs} ${isScored}`),
    ).toEqual(["exploring 3 false", "trial 1 5 true", "trial 2 5 true", "trial 3 5 true", "trial 4 5 true"]);
    const tried = async (stage: number) => {
      const { triedExplore, triedRemove, triedSpans } = await learner.metrics!.endEpoch({
        stage,
        epoch: 0,
        epochs: 5,
      });
      return [triedExplore, triedRemove, triedSpans];
    };
    const ignored = async (stage: number) =>
      targetsOf(task, learner, all, (await learner.graph.feed(all, place(stage)))!)
        .flat()
        .filter((tag) => tag === "-").length;
    // Each epoch of exploring ends with other weights, so each number of epochs removes other words.
    const shake = () => {
      for (const { values } of task.parameters) values.set(values.map((value) => value + random.normal()));
    };
    for (const epoch of [0, 1, 2]) {
      shake();
      await learner.metrics!.endEpoch({ stage: 0, epoch, epochs: 3 });
    }
    await learner.stages!.endStage({ stage: 0, epoch: 2, epochs: 3 });
    expect([...learner.stages!.state().keys()].sort()).toEqual([
      "explored",
      "oValues.1",
      "oValues.2",
      "oValues.3",
    ]);

    const m = (await valuesOf(task, learner)).length;
    // Two trials for λ (the start, then what lies nearest), one for n, one for γ.
    const stories = [
      { settings: [2, 0.05, 0.1], score: 50 },
      { settings: [2, 0.1, 0.1], score: 60 },
      { settings: [1, 0.1, 0.1], score: 70 },
      { settings: [1, 0.1, 0.3], score: 65 },
    ];
    for (const [i, { settings, score }] of stories.entries()) {
      const stage = i + 1;
      expect(await tried(stage)).toEqual(settings);
      expect(await ignored(stage)).toBe(Math.ceil(settings[1]! * m - 1e-9));
      await learner.stages!.endStage({ stage, epoch: 4, epochs: 5 }, score);
    }
    expect(await tried(5)).toEqual([1, 0.1, 0.1]);

    // A resumed learner goes on from there, and the removed words are those after one epoch.
    const resumed = learn("pu2", taskOf(mixed, flat), { ...still, pu2 });
    resumed.stages!.restore(learner.stages!.state());
    expect(await resumed.graph.feed(all, place(5))).toEqual(await learner.graph.feed(all, place(5)));
    const once = targetsOf(task, learner, all, (await learner.graph.feed(all, place(5)))!);
    const twice = targetsOf(task, learner, all, (await learner.graph.feed(all, place(2)))!);
    const gone = (tags: string[][]) => tags.map((own) => own.map((tag) => tag === "-"));
    expect(gone(once)).not.toEqual(gone(twice));
    await learner.dispose();
    await resumed.dispose();
  });

  test("with complete sentences only the spans are tried", () => {
    const { stages } = learn("pu2", taskOf(flat, flat), { pu2: { tune: true, trials: 9 } });
    expect(stages!.early.map(({ name }) => name)).toEqual(["trial 1", "trial 2", "trial 3", "trial 4"]);
  });
});

test("the scorer gives each word its own value, whatever order and batch", async () => {
  const task = taskOf();
  const learner = learn("pu2", task, still);
  learner.graph.build({ parameters: task.parameters, training: true });
  const corpus = tagCorpus(
    task.sentences,
    task.labels,
    tagSet(task.labels, { scheme: "iobes", nonEntity: true }),
  );
  const ranked = rankedWords(corpus);
  const ensemble = tagEnsemble(
    { dim: task.encoder.dim, tags: corpus.tagSet.count, members: 1 },
    { angles: true },
  );
  const scorer = new TagScorer(task, ensemble);
  const [ahead, back] = [ranked.sentences, ranked.sentences.toReversed()];
  const [one, two] = [await scorer.oValues(ahead), await scorer.oValues(back)];
  two.reverse().forEach((values, i) => {
    for (const [word, value] of values.entries()) expect(value).toBeCloseTo(one[i]![word]!, 5);
  });
  const expected = (await valuesOf(task, learner)).map(({ value }) => value);
  for (const [i, value] of ranked.collect(one).entries()) expect(value).toBeCloseTo(expected[i]!, 5);
  await scorer.dispose();
  await learner.dispose();
});
