import { expect, test } from "vitest";
import { centralDifferences, expectClose } from "../../test/graph/check-case.ts";
import { evaluate, gradient, input } from "../graph/index.ts";
import { binaryCrossEntropy } from "./binary-cross-entropy.ts";

const node = (name: string) => input(name, ["words"]);
const loss = binaryCrossEntropy(node("z"), node("y"), node("known"));
const vector = (...values: number[]) => ({ data: Float32Array.from(values), shape: [values.length] });

test("the mean over what is known, by hand", () => {
  // σ(0) = ½ costs ln 2 whatever it is; σ(ln 3) = ¾ costs ln 4/3 for a break; the third is unknown.
  const feeds = { z: vector(0, Math.log(3), 9), y: vector(0, 1, 0), known: vector(1, 1, 0) };
  expect(evaluate([loss], feeds)[0]!.data[0]).toBeCloseTo((Math.log(2) + Math.log(4 / 3)) / 2, 7);
  const none = { ...feeds, known: vector(0, 0, 0) };
  expect(evaluate([loss], none)[0]!.data[0]).toBe(0);
});

test("scores of any size cost what they must", () => {
  const feeds = { z: vector(200, -200), y: vector(0, 0), known: vector(1, 1) };
  expect(evaluate([loss], feeds)[0]!.data[0]).toBeCloseTo(100, 5);
});

test("its gradient is that of differences", () => {
  const z = node("z");
  const own = binaryCrossEntropy(z, node("y"), node("known"));
  const feeds = { z: vector(-1.3, 0.4, 2.1, 0.7), y: vector(1, 0, 1, 0), known: vector(1, 1, 1, 0) };
  const [slope] = evaluate(gradient(own, [z]), feeds);
  expectClose(slope!.data, centralDifferences(own, feeds, "z"), 1e-6, "z");
  // p − y over three, and nothing for what is unknown.
  expect(slope!.data[1]).toBeCloseTo(1 / (1 + Math.exp(-0.4)) / 3, 6);
  expect(slope!.data[3]).toBe(0);
});
