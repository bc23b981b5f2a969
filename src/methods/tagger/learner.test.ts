import { describe, expect, test } from "vitest";
import { bruteLoss, emissionsOf, lossOf, shake } from "../../../test/support/models/tag-losses.ts";
import {
  learn,
  quietSession,
  sentence,
  tinyEncoder,
  tinyTask,
} from "../../../test/support/models/tiny-task.ts";
import type { Sentence } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { adamW, GradientStep } from "../../graph/index.ts";
import { Random } from "../../random.ts";

const demo = demoCorpus({ train: 40, dev: 1, test: 1 }).train;
const place = (seed = 1) => ({ stage: 0, epoch: 0, epochs: 3, random: new Random(seed) });

/** Without dropout, so that a graph for training scores words as one for use. */
const still = { head: { dropout: 0 } };
const stillEncoder = () => tinyEncoder({ dropout: 0 });

// iob2 over LOC and PER: O B-LOC I-LOC B-PER I-PER
const every = [0, 1, 2, 3, 4];
const perOnly = { complete: ["PER"] };
const small: readonly {
  readonly given: Sentence;
  readonly partial: number[][];
  readonly plain: number[][];
}[] = [
  {
    given: sentence("Ada of Leeds", [[0, 1, "PER"]]),
    plain: [[3], [0], [0]],
    partial: [[3], [0], [0]],
  },
  {
    given: sentence("Ada Lovelace of Leeds", [[0, 2, "PER"]], { completeness: "partial", outside: [2] }),
    plain: [[3], [4], [0], [0]],
    partial: [[3], [4], [0], every],
  },
  {
    given: sentence("Leeds met Bob", [[2, 3, "PER"]], { completeness: perOnly }),
    plain: [[0], [0], [3]],
    partial: [[0, 1, 2], [0, 1, 2], [3]],
  },
];
const labels = ["LOC", "PER"];

describe.each(["crf", "softmax"])("%s: what is minimised, by counting out all tag sequences", (decoder) => {
  const smallTask = () =>
    tinyTask(
      small.map(({ given }) => given),
      { labels, encoder: stillEncoder() },
    );
  const cases = { tagger: "plain", "partial-crf": "partial" } as const;

  test.each(Object.entries(cases))("%s", async (name, key) => {
    const task = smallTask();
    const learner = learn(name, task, { ...still, decoder, scheme: "iob2" });
    learner.graph.build({ parameters: task.parameters, training: true });
    shake(task);
    let [sum, words] = [0, 0];
    for (const [i, own] of small.entries()) {
      const expected = bruteLoss(task, await emissionsOf(task, learner, i), own[key]);
      expect(await lossOf(task, learner, [i])).toBeCloseTo(expected / own[key].length, 4);
      sum += expected;
      words += own[key].length;
    }
    // Together: sentences of different lengths, for each word.
    expect(await lossOf(task, learner, [0, 1, 2])).toBeCloseTo(sum / words, 4);
    await learner.dispose();
  });

  test("pu2 in its first stage: as tagger, but for labels that a sentence is not complete for", async () => {
    const task = smallTask();
    const learner = learn("pu2", task, { ...still, decoder, scheme: "iob2", pu2: { spans: 0 } });
    learner.graph.build({ parameters: task.parameters, training: true });
    shake(task);
    const targets = [small[0]!.plain, small[1]!.plain, small[2]!.partial];
    for (const [i, allowed] of targets.entries()) {
      const expected = bruteLoss(task, await emissionsOf(task, learner, i), allowed);
      expect(await lossOf(task, learner, [i])).toBeCloseTo(expected / allowed.length, 4);
    }
    await learner.dispose();
  });

  test("words marked unknown: ignored for tagger, of any tag for partial-crf", async () => {
    const given = sentence("Ada of Leeds now", [[0, 1, "PER"]], { unknown: [2] });
    const task = () => tinyTask([given], { labels, encoder: stillEncoder() });
    for (const name of ["tagger", "partial-crf"]) {
      const own = task();
      const learner = learn(name, own, { ...still, decoder, scheme: "iob2" });
      learner.graph.build({ parameters: own.parameters, training: true });
      shake(own);
      const ignored = name === "tagger" ? [2] : [];
      const allowed = [[3], [0], name === "tagger" ? [0] : every, [0]];
      const emissions = await emissionsOf(own, learner, 0);
      const loss = await lossOf(own, learner, [0]);
      if (decoder === "crf") expect(loss).toBeCloseTo(bruteLoss(own, emissions, allowed, ignored) / 4, 4);
      else {
        // Each word by itself; a ignored one is not counted, and one of any tag costs nothing.
        const alone = [0, 1, 3].map((word) => bruteLoss(own, [emissions[word]!], [allowed[word]!]));
        expect(loss).toBeCloseTo((alone[0]! + alone[1]! + alone[2]!) / (name === "tagger" ? 3 : 4), 4);
      }
      await learner.dispose();
    }
  });
});

test.each(["tagger", "partial-crf", "pu2"])(
  "%s: the same place gives the same numbers, dropout included, and another one others",
  async (name) => {
    const [learner, again] = [learn(name, tinyTask(demo)), learn(name, tinyTask(demo))];
    const batch = [3, 1, 4, 15];
    const feeds = (await learner.graph.feed(batch, place()))!;
    await learner.graph.feed([9, 2], place(6));
    expect(await learner.graph.feed(batch, place())).toEqual(feeds);
    expect(await again.graph.feed(batch, place())).toEqual(feeds);
    const other = (await learner.graph.feed(batch, place(2)))!;
    expect(Object.keys(other)).toEqual(Object.keys(feeds));
    expect(other["head.dropout.words"]).not.toEqual(feeds["head.dropout.words"]);
    // Non-entity spans are drawn.
    expect(other["tags.gold"]!.data.join() !== feeds["tags.gold"]!.data.join()).toBe(name === "pu2");
    await learner.dispose();
    await again.dispose();
  },
);

test("sentences without words are passed over", async () => {
  const learner = learn("tagger", tinyTask([sentence(""), sentence("Ada left", [[0, 1, "PER"]])]));
  expect(await learner.graph.feed([0], place())).toBeUndefined();
  const feeds = (await learner.graph.feed([0, 1, 0], place()))!;
  expect(feeds["tags.gold"]!.shape).toEqual([1, 2]);
});

test("entities that tags cannot say are told", () => {
  const nested = sentence("University of Leeds", [
    [0, 3, "ORG"],
    [2, 3, "LOC"],
  ]);
  const { notices } = learn("tagger", tinyTask([nested]));
  expect(notices).toEqual([
    "1 of 2 training entities share words with longer ones and are not learnt, because a word has one tag; --method binder --set decode.mode=nested learns and finds them",
  ]);
  expect(learn("tagger", tinyTask([demo[0]!])).notices).toEqual([]);
});

test("partial-crf says when nothing teaches it what is outside", () => {
  const partial = sentence("Ada left", [[0, 1, "PER"]], { completeness: "partial" });
  expect(learn("partial-crf", tinyTask([partial])).notices).toEqual([
    "no word is known to lie outside of entities, so partial-crf has nothing to learn `O` from and will find entities everywhere; add complete sentences, or take pu2",
  ]);
  expect(learn("partial-crf", tinyTask([partial, sentence("Bob left")])).notices).toEqual([]);
});

test.each(["crf", "softmax"])(
  "%s: O-values of masked entities fall behind those of other words while it learns",
  async (decoder) => {
    const sentences = demo.map(
      (s): Sentence => ({
        ...s,
        entities: s.entities.filter((_, i) => i % 2 === 0),
        hidden: s.entities.filter((_, i) => i % 2 === 1),
        completeness: "partial",
      }),
    );
    const task = tinyTask(sentences, { encoder: tinyEncoder({ width: 32, dropout: 0 }) });
    const { parameters } = task;
    const learner = learn("tagger", task, { ...still, decoder, angles: true });
    const loss = learner.graph.build({ parameters, training: true });
    const step = await GradientStep.compile({ ...quietSession, loss, parameters });
    const optimiser = adamW(step.trained, { learningRate: 0.02 });
    const at = { stage: 0, epoch: 0, epochs: 1 };
    const before = await learner.metrics!.endEpoch(at);
    for (let i = 0; i < 12; i++) {
      optimiser.step((await step.run((await learner.graph.feed([...demo.keys()], place(i)))!)).gradients);
    }
    const after = await learner.metrics!.endEpoch(at);
    const gap = (values: typeof before) => values.oValueOutside! - values.oValueHidden!;
    expect(gap(after)).toBeGreaterThan(gap(before) + 0.5);
    // By hand from the model in use: means over all words of one kind.
    const sums = { hidden: [0, 0], outside: [0, 0] };
    for (const [i, { hidden, entities }] of sentences.entries()) {
      if (hidden!.length === 0) continue;
      const emissions = await emissionsOf(task, learner, i);
      emissions.forEach(([value], word) => {
        const covers = ({ start, end }: { start: number; end: number }) => start <= word && word < end;
        if (entities.some(covers)) return;
        const own = sums[hidden!.some(covers) ? "hidden" : "outside"];
        own[0]! += value!;
        own[1]! += 1;
      });
    }
    expect(after.oValueHidden).toBeCloseTo(sums.hidden[0]! / sums.hidden[1]!, 4);
    expect(after.oValueOutside).toBeCloseTo(sums.outside[0]! / sums.outside[1]!, 4);
    await step.dispose();
    await learner.dispose();
  },
);
