import { expect, test } from "vitest";
import { gather, input, mul, ParameterStore, parameter, reduceSum, sgd, sub } from "../index.ts";
import { constant, ones } from "../parameters/initialiser.ts";
import { GradientStep } from "./gradient-step.ts";

/** loss = Σ (w·x − y)² over a batch, w a vector of two, with a table row added to x. */
function regression() {
  const parameters = new ParameterStore({ seed: 1 });
  parameters.declare("w", [2], constant(2));
  parameters.declare("table", [4, 2], ones);
  parameters.declare("unused", [3], ones);
  const x = gather(parameter("table", [4, 2]), input("rows", ["n"], "int64"));
  const error = sub(reduceSum(mul(x, parameter("w", [2])), 1), input("y", ["n"]));
  return { parameters, loss: reduceSum(mul(error, error)), error };
}

const feeds = {
  rows: { data: BigInt64Array.of(1n, 3n, 1n), shape: [3] },
  y: { data: Float32Array.of(3, 4, 2), shape: [3] },
};

test("loss and gradients are those of the formula, rows of a table apart", async () => {
  const { parameters, loss, error } = regression();
  await using step = await GradientStep.compile({ loss, parameters, outputs: { error }, threads: 1 });
  // x = (1, 1) for every row and w = (2, 2), so w·x = 4 and the errors are 1, 0, 2: loss = 5.
  // dw = 2 Σ e·x = 2·(1 + 0 + 2) = 6 each;  d row = 2·e·w = 4, 0, 8.
  const { loss: value, gradients, outputs } = await step.run(feeds);
  expect(value).toBe(5);
  expect([...(outputs.error!.data as Float32Array)]).toEqual([1, 0, 2]);
  expect(gradients.get("w")).toEqual({ kind: "dense", values: Float32Array.of(6, 6) });
  expect(gradients.get("table")).toEqual({
    kind: "rows",
    indices: BigInt64Array.of(1n, 3n, 1n),
    rows: Float32Array.of(4, 4, 0, 0, 8, 8),
  });
  expect(step.trained.map(({ name }) => name)).toEqual(["w", "table"]);
});

test("what the optimiser writes is what the next run sees", async () => {
  const { parameters, loss } = regression();
  await using step = await GradientStep.compile({ loss, parameters, threads: 1 });
  const optimiser = sgd(step.trained, { learningRate: 0.1 });
  optimiser.step((await step.run(feeds)).gradients);
  // w = 2 − 0.1·6 = 1.4; row 1 = 1 − 0.1·(4 + 8) = −0.2; row 3 stays 1.
  expect(parameters.get("w").values[0]).toBeCloseTo(1.4, 6);
  // errors: 2·1.4·(−0.2) − 3 = −3.56; 2.8 − 4 = −1.2; −0.56 − 2 = −2.56: 12.6736 + 1.44 + 6.5536
  expect((await step.run(feeds)).loss).toBeCloseTo(20.6672, 4);
});

test("frozen parameters get no gradient, and feeds nobody reads are passed over", async () => {
  const { parameters, loss } = regression();
  parameters.freeze(["table"]);
  await using step = await GradientStep.compile({ loss, parameters, threads: 1 });
  const { gradients } = await step.run({ ...feeds, more: { data: Float32Array.of(1), shape: [1] } });
  expect([...gradients.keys()]).toEqual(["w"]);
});

test("a missing feed is named", async () => {
  const { parameters, loss } = regression();
  await using step = await GradientStep.compile({ loss, parameters, threads: 1 });
  await expect(step.run({ y: feeds.y })).rejects.toThrow('"rows"');
});
