import { expect, test } from "vitest";
import { shake } from "../../test/support/models/tag-losses.ts";
import { learn, sentence, tinyEncoder, tinyTask } from "../../test/support/models/tiny-task.ts";
import { Random } from "../random.ts";
import { enlarged } from "./bnpu/enlarge.ts";
import { decidePriors, gammaOf, priorOf } from "./tagger/priors.ts";

const partial = { completeness: "partial" } as const;
const given = [
  sentence("Ada met Bob", [[0, 1, "PER"]], partial),
  sentence("in Leeds", [[1, 2, "LOC"]]),
  sentence("Bob left", [], { completeness: { complete: ["LOC"] } }),
];
const at = (stage: number) => ({ stage, epoch: 0, epochs: 3, random: new Random(1) });

test("what is known of each word, for B-LOC, I-LOC, B-PER and I-PER", async () => {
  const task = tinyTask(given, { labels: ["LOC", "PER"], encoder: tinyEncoder({ dropout: 0 }) });
  const learner = learn("bnpu", task, { scheme: "iob2", bnpu: { prior: { PER: 0.2 }, gamma: 3 } });
  const feeds = (await learner.graph.feed([0, 1, 2], at(0)))!;
  const rows = (name: string) => {
    const data = feeds[name]!.data as Float32Array;
    return Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 4).join(""));
  };
  // Ada met Bob | in Leeds | Bob left
  expect(rows("pu.positive")).toEqual(["0010", "0000", "0000", "0000", "1000", "0000", "0000"]);
  expect(rows("pu.unlabelled")).toEqual(["0000", "1111", "1111", "0000", "0000", "0011", "0011"]);
  expect(rows("pu.negative")).toEqual(["1101", "0000", "0000", "1111", "0111", "1100", "1100"]);
  // LOC: 1.5 times the one of seven words that is labelled. Of its tags B has one, and one more is counted for B and for I.
  const priors = feeds["pu.prior"]!.data as Float32Array;
  for (const [i, prior] of [(1.5 / 7) * (2 / 3), 1.5 / 7 / 3, 0.2 * (2 / 3), 0.2 / 3].entries()) {
    expect(priors[i]).toBeCloseTo(prior, 6);
  }
  // γ π is as for a classifier of the type.
  expect([...(feeds["pu.gamma"]!.data as Float32Array)]).toEqual([4.5, 9, 4.5, 9]);
});

test("priors from dev where it is complete", () => {
  const dev = [sentence("Bob Hope saw me", [[0, 2, "PER"]])];
  const facts = { sentences: given, dev };
  const decided = decidePriors({ prior: null, gamma: null }, facts);
  expect(decided).toEqual({ prior: { LOC: 1e-4, PER: 0.5 }, gamma: { LOC: 1e4, PER: 2 } });
  expect(decidePriors(decided, facts)).toEqual(decided);
  expect(decidePriors({ prior: 0.1, gamma: { PER: 3 } }, facts)).toEqual({
    prior: 0.1,
    gamma: { LOC: 10, PER: 3 },
  });
  // A type that the labels do not have.
  expect([priorOf(decided.prior, "ORG"), gammaOf(decided, "ORG")]).toEqual([1e-4, 1e4]);
});

test("names join where they are found everywhere they occur, and often enough", () => {
  const all = [sentence("Bob met May"), sentence("Bob saw May"), sentence("May rain , said Bob")];
  const per = (start: number) => ({ start, end: start + 1, label: "PER" });
  // May is found in two of three places.
  const found = [[per(0), per(2)], [per(0), per(2)], [per(4)]];
  expect(enlarged(all, found, 3)).toEqual([[per(0)], [per(0)], [per(4)]]);
  expect(enlarged(all, found, 4)).toEqual([[], [], []]);
  // Of two types.
  expect(enlarged(all, [[per(0)], [{ ...per(0), label: "ORG" }], [per(4)]], 2)).toEqual([[], [], []]);
});

test("what joined the labels survives a checkpoint", async () => {
  const start = () => {
    const task = tinyTask(given, { labels: ["LOC", "PER"], encoder: tinyEncoder({ dropout: 0 }) });
    const learner = learn("bnpu", task, { head: { dropout: 0 }, bnpu: { enlargeFrom: 1 } });
    learner.graph.build({ parameters: task.parameters, training: true });
    shake(task);
    return learner;
  };
  const [learner, again] = [start(), start()];
  await learner.stages!.endStage(at(0));
  again.stages!.restore(learner.stages!.state());
  expect(await again.graph.feed([0, 1, 2], at(1))).toEqual(await learner.graph.feed([0, 1, 2], at(1)));
  await learner.dispose();
  await again.dispose();
});
