import { expect, test } from "vitest";
import { quietSession } from "../../../test/support/models/tiny-task.ts";
import { add, initialise, input, ParameterStore, reduceSum, Session } from "../../graph/index.ts";
import { declared } from "../../graph/nn/layers.ts";
import { partOfBatch, recordWeights } from "./part-of-batch.ts";

test("two pieces of one graph have batches of different sizes, and the same weight", async () => {
  const parameters = new ParameterStore({ seed: 1 });
  const context = recordWeights({ parameters, training: true });
  const weight = declared(context, "scale", [1], initialise.constant(10));
  const sum = reduceSum(add(input("x", ["words"]), weight));
  const parts = [partOfBatch(1), partOfBatch(2)];
  const [one, two] = parts.map((part) => part.rename(sum, context.isWeight));
  const session = await Session.compile({
    ...quietSession,
    outputs: { one: one!, two: two! },
    bound: { scale: { data: parameters.get("scale").values, shape: [1] } },
  });
  const found = await session.run({
    ...parts[0]!.renameFeeds({ x: { data: Float32Array.of(1, 2, 3), shape: [3] } }),
    ...parts[1]!.renameFeeds({ x: { data: Float32Array.of(4), shape: [1] } }),
  });
  expect([found.one!.data[0], found.two!.data[0]]).toEqual([36, 14]);
  await session.dispose();
});
