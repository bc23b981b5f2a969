import { expect, test } from "vitest";
import { shake } from "../../test/support/models/tag-losses.ts";
import { learn, sentence, tinyEncoder, tinyTask } from "../../test/support/models/tiny-task.ts";
import { Random } from "../random.ts";

const partial = { completeness: "partial" } as const;
const given = [sentence("Ada met Bob", [[0, 1, "PER"]], partial), sentence("Bob left", [[0, 1, "PER"]])];
const at = (stage: number) => ({ stage, epoch: 0, epochs: 3, random: new Random(1) });
const start = (bond: object = {}) => {
  const task = tinyTask(given, { encoder: tinyEncoder({ dropout: 0 }) });
  const learner = learn("bond", task, { head: { dropout: 0 }, scheme: "iob2", bond });
  learner.graph.build({ parameters: task.parameters, training: true });
  shake(task);
  return learner;
};

test("a teacher, then students; none where all is complete", () => {
  expect(start({ rounds: 3 }).stages!.early.map(({ name }) => name)).toEqual([
    "teacher",
    "student 1 of 3",
    "student 2 of 3",
  ]);
  expect(learn("bond", tinyTask(given.slice(1))).stages!.early).toEqual([]);
});

test("students learn what the teacher is sure of, and given labels as they are", async () => {
  const learner = start({ confidence: 0.6 });
  const before = (await learner.graph.feed([0, 1], at(0)))!;
  // O, B-PER, I-PER
  const labels = [0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0];
  expect([...(before["bond.labels"]!.data as Float32Array)]).toEqual(labels);
  expect([...(before["bond.weights"]!.data as Float32Array)]).toEqual([1, 1, 1, 1, 1]);
  await learner.stages!.endStage(at(0));
  const after = (await learner.graph.feed([0, 1], at(1)))!;
  const soft = [...(after["bond.labels"]!.data as Float32Array)];
  const weights = [...(after["bond.weights"]!.data as Float32Array)];
  expect(soft.slice(0, 3)).toEqual([0, 1, 0]);
  expect(soft.slice(9)).toEqual(labels.slice(9));
  for (const word of [1, 2]) {
    const row = soft.slice(3 * word, 3 * word + 3);
    expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    expect(weights[word]).toBe(Math.max(...row) > 0.6 ? 1 : 0);
  }
  const again = start({ confidence: 0.6 });
  again.stages!.restore(learner.stages!.state());
  expect(await again.graph.feed([0, 1], at(1))).toEqual(after);
  await learner.dispose();
  await again.dispose();
});
