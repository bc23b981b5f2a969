import { expect, test } from "vitest";
import { emissionsOf, shake } from "../../test/support/models/tag-losses.ts";
import { learn, sentence, tinyEncoder, tinyTask } from "../../test/support/models/tiny-task.ts";
import { Random } from "../random.ts";

const given = [
  sentence("Ada met Bob", [[0, 1, "PER"]], { completeness: "partial" }),
  sentence("in Leeds", [[1, 2, "LOC"]]),
];
const at = (stage: number) => ({ stage, epoch: 0, epochs: 3, random: new Random(1) });

test("confidence from the first step, kept in a checkpoint; then the types", async () => {
  const start = () => {
    const task = tinyTask(given, { encoder: tinyEncoder({ dropout: 0 }) });
    const learner = learn("conf-mpu", task, { head: { dropout: 0 } });
    learner.graph.build({ parameters: task.parameters, training: true });
    shake(task);
    return { task, learner };
  };
  const [{ task, learner }, { learner: again }] = [start(), start()];
  expect(learner.stages!.early.map(({ name }) => name)).toEqual(["confidence"]);
  const first = (await learner.graph.feed([0, 1], at(0)))!;
  expect([...(first["mpu.isFirst"]!.data as Float32Array)]).toEqual([1]);
  expect([...(first["mpu.inEntity"]!.data as Float32Array)]).toEqual([1, 0, 0, 0, 1]);
  expect([...(first["mpu.unlabelled"]!.data as Float32Array)]).toEqual([0, 1, 1, 0, 0]);
  expect([...(first["mpu.negative"]!.data as Float32Array)]).toEqual([0, 0, 0, 1, 0]);
  await learner.stages!.endStage(at(0));
  const second = (await learner.graph.feed([0], at(1)))!;
  const confidence = second["mpu.confidence"]!.data as Float32Array;
  for (const [word, row] of (await emissionsOf(task, learner, 0)).entries()) {
    const all = row.reduce((sum, value) => sum + Math.exp(value), 0);
    expect(confidence[word]).toBeCloseTo(1 - Math.exp(row[0]!) / all, 5);
  }
  again.stages!.restore(learner.stages!.state());
  expect(await again.graph.feed([0], at(1))).toEqual(second);
  await learner.dispose();
  await again.dispose();
});
