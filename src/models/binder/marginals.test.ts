import { expect, test } from "vitest";
import { Random } from "../../random.ts";
import { labelSet } from "../label-set.ts";
import { type BinderOutputs, decodeBinder } from "./decode.ts";
import { binderMarginals } from "./marginals.ts";

const labels = labelSet(["A", "B"]);
const lengths = [3, 2];
const rows = 5;
const maxWidth = 3;

function drawn(seed: number, isJoint: boolean): BinderOutputs {
  const random = new Random(seed);
  const numbers = (count: number) => Float32Array.from({ length: count }, () => 3 * random.normal());
  return {
    spans: numbers(maxWidth * rows * 2),
    spanThresholds: numbers(2 * 2),
    ...(isJoint && {
      joint: {
        starts: numbers(rows * 2),
        startThresholds: numbers(2 * 2),
        ends: numbers(rows * 2),
        endThresholds: numbers(2),
      },
    }),
    rows,
    maxWidth,
  };
}

test.each([false, true])("what is likelier than not is what decoding chooses from (joint: %s)", (isJoint) => {
  for (let seed = 1; seed <= 20; seed++) {
    const outputs = drawn(seed, isJoint);
    const decoded = decodeBinder(outputs, lengths, labels, { mode: "nested" });
    const marginals = binderMarginals(outputs, lengths, labels, { floor: 1e-9 });
    const key = ({ start, end, label }: { start: number; end: number; label: string }) =>
      `${start} ${end} ${label}`;
    marginals.forEach((found, sentence) => {
      const likely = found.filter(({ score }) => score! > 0.5);
      expect(likely.map(key).sort()).toEqual(decoded[sentence]!.map(key).sort());
    });
    // 6 spans of three words, 3 of two, two types each.
    expect(marginals.map(({ length }) => length)).toEqual([12, 6]);
  }
});

test("the probability is σ(similarity − threshold), in joint mode the least of three", () => {
  const outputs: BinderOutputs = {
    spans: Float32Array.of(2, 0),
    spanThresholds: Float32Array.of(1, 5),
    joint: {
      starts: Float32Array.of(0, 0),
      startThresholds: Float32Array.of(3, 0),
      ends: Float32Array.of(9, 0),
      endThresholds: Float32Array.of(0, 0),
    },
    rows: 1,
    maxWidth: 1,
  };
  const one = labelSet(["A", "B"]);
  // σ(2 − 1); σ(0 − 5) = 0.0067 is below the floor. The first word lowers it to σ(0 − 3).
  const { joint: _, ...alone } = outputs;
  expect(binderMarginals(alone, [1], one)).toEqual([
    [{ start: 0, end: 1, label: "A", score: expect.closeTo(1 / (1 + Math.exp(-1)), 6) }],
  ]);
  expect(binderMarginals(outputs, [1], one)[0]![0]!.score).toBeCloseTo(1 / (1 + Math.exp(3)), 6);
});
