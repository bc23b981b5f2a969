import { expect, test } from "vitest";
import { precisionSoFar } from "./precision-so-far.ts";

const none = { open: 7, accepted: 0, rejected: 0, changed: 0 };

test("is Wilson's interval over what was decided", () => {
  // 8 of 10, z² = 3.8415: middle = (0.8 + 0.192073)/1.384146 = 0.716739,
  // room = 1.959964·√(0.016 + 0.0096036)/1.384146 = 0.226577.
  const { estimate, low, high } = precisionSoFar({ open: 5, accepted: 8, rejected: 1, changed: 1 });
  expect(estimate).toBe(0.8);
  expect(low).toBeCloseTo(0.490162, 5);
  expect(high).toBeCloseTo(0.943317, 5);
});

test("knows nothing before the first decision, and is never beyond 0 and 1", () => {
  expect(precisionSoFar(none)).toEqual({ estimate: null, low: 0, high: 1 });
  // 1 of 1: low = 1/(1 + z²) = 0.206549.
  expect(precisionSoFar({ ...none, accepted: 1 })).toEqual({
    estimate: 1,
    low: expect.closeTo(0.206549, 5),
    high: 1,
  });
  expect(precisionSoFar({ ...none, rejected: 1 }).low).toBe(0);
});
