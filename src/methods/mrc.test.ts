import { expect, test } from "vitest";
import { centralDifferences, expectClose } from "../../test/graph/check-case.ts";
import { runAll, tinyRun } from "../../test/support/models/tiny-run.ts";
import { sentence } from "../../test/support/models/tiny-task.ts";
import { randomTransformer } from "../encoders/index.ts";
import { evaluate, gradient, parameterLeaves } from "../graph/index.ts";
import { createModel, labelSet } from "../models/index.ts";
import { Random } from "../random.ts";
import { answersOf } from "./mrc/learner.ts";
import { queriesOf } from "./mrc/options.ts";

const labels = labelSet(["LOC", "PER"]);
const small = { hidden: 8, heads: 2, layers: 1, inner: 12, vocabulary: 200, maxPositions: 32, dropout: 0 };

test("a query is the description of a type, or its label made readable", () => {
  const types = { file: null, descriptions: { PER: "A named person." }, source: "guideline" } as const;
  expect(queriesOf(types, ["CellLine", "PER"])).toEqual([
    ["cell", "line", ":"],
    ["A", "named", "person", ".", ":"],
  ]);
});

test("labels answer where mentions begin and end, and which pairs belong together", () => {
  const given = sentence("Ann Lee and Bob left", [
    [0, 2, "PER"],
    [3, 4, "PER"],
  ]);
  const { starts, ends, known, pairs } = answersOf(given, labels, 2);
  const ofType = (values: Float32Array, type: number) => [...values].filter((_, i) => i % 2 === type);
  expect(ofType(starts, 1)).toEqual([1, 0, 0, 1, 0]);
  expect(ofType(ends, 1)).toEqual([0, 1, 0, 1, 0]);
  expect(ofType(starts, 0)).toEqual([0, 0, 0, 0, 0]);
  expect(known.every((value) => value === 1)).toBe(true);
  // Word · 2 + type. Every pair of up to two words that has a beginning or an end.
  expect(pairs.map(({ start, end, isMention }) => [(start - 1) / 2, (end - 1) / 2, isMention])).toEqual([
    [0, 0, false],
    [0, 1, true],
    [1, 1, false],
    [2, 3, false],
    [3, 3, true],
    [3, 4, false],
  ]);
  const listed = { ...given, completeness: { complete: ["PER"] } };
  expect(ofType(answersOf(listed, labels, 2).known, 0)).toEqual([0, 0, 0, 0, 0]);
});

test("a mention needs a beginning, an end and a match", () => {
  const model = createModel({ kind: "mrc", maxWidth: 2 }, labels, 8);
  const [yes, no] = [Math.log(3), -Math.log(3)];
  // For each word LOC, then PER: start, end, and the parts of the match.
  const none = [no, no, 0, 0];
  const data = Float32Array.from([
    ...[...none, yes, no, yes, 0],
    ...[...none, no, yes, 0, yes],
    ...[...none, yes, yes, no, no],
  ]);
  const outputs = { answers: { data, shape: [3, 8] } };
  const batch = [{ words: 3, cost: 3, unseen: [] }];
  // ¾ · ¾ · 9⁄10; the third word begins and ends, and does not match itself.
  expect(model.decode(outputs, batch)).toEqual([
    [{ start: 0, end: 2, label: "PER", score: expect.closeTo(0.75 * 0.75 * 0.9, 5) }],
  ]);
  expect(model.decode(outputs, batch, { threshold: 0.6 })).toEqual([[]]);
});

test("the gradient of the loss is that of differences", async () => {
  const given = [sentence("Ann met Bob", [[0, 1, "PER"]]), sentence("Leeds", [[0, 1, "LOC"]])];
  const encoder = randomTransformer({ ...small, hidden: 4, inner: 4, vocabulary: 20 });
  const run = tinyRun(given, { method: "mrc" }, {}, encoder);
  const { parameters } = run.task;
  const loss = run.learner.graph.build({ parameters, training: true });
  const at = { stage: 0, epoch: 0, epochs: 1, random: new Random(1) };
  const weights = Object.fromEntries(
    [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const feeds = { ...(await run.learner.graph.feed([0, 1], at))!, ...weights };
  const leaf = parameterLeaves([loss]).get("head.answers.weight")!;
  const [slope] = evaluate(gradient(loss, [leaf]), feeds);
  expectClose(slope!.data, centralDifferences(loss, feeds, "head.answers.weight"), 1e-5, "answers");
  await run.learner.dispose();
});

test("it learns to answer two queries about the same words differently", async () => {
  const names = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"];
  const places = ["Leeds", "York", "Ayr", "Bath", "Hull", "Ely"];
  const given = names.flatMap((name) =>
    places.map((place) =>
      sentence(`${name} left ${place}`, [
        [0, 1, "PER"],
        [2, 3, "LOC"],
      ]),
    ),
  );
  const run = tinyRun(
    given,
    { method: "mrc", dev: given, epochs: 30, optimiser: { learningRate: 0.01, warmup: 0.1 } },
    {},
    randomTransformer({ ...small, hidden: 32, inner: 64, heads: 4 }),
  );
  expect(run.learner.notices).toEqual([expect.stringContaining("read 2 times")]);
  const { events } = await runAll(run);
  const last = events.findLast(({ kind }) => kind === "evaluated") as unknown as { dev: { f1: number } };
  expect(last.dev.f1).toBeGreaterThan(90);
});
