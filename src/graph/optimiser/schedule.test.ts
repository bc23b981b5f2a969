import { expect, test } from "vitest";
import { constantSchedule, cosineSchedule, linearSchedule, type Schedule } from "./schedule.ts";

const at = (schedule: Schedule, ...steps: number[]) => steps.map((step) => Number(schedule(step).toFixed(6)));

test("constant stays at 1, after its warm-up if any", () => {
  expect(at(constantSchedule(), 1, 2, 1000)).toEqual([1, 1, 1]);
  expect(at(constantSchedule(4), 1, 2, 3, 4, 5)).toEqual([0.25, 0.5, 0.75, 1, 1]);
});

test("linear goes up over the warm-up and down over the rest", () => {
  // warm-up 2 of 6: 1/2, 2/2, then 1 − k/5 for k = 1 … 4; 0 from step 7 on
  expect(at(linearSchedule({ warmup: 2, steps: 6 }), 1, 2, 3, 4, 5, 6, 7, 8)).toEqual([
    0.5, 1, 0.8, 0.6, 0.4, 0.2, 0, 0,
  ]);
  // without warm-up: 1 − step/5
  expect(at(linearSchedule({ warmup: 0, steps: 4 }), 1, 2, 3, 4)).toEqual([0.8, 0.6, 0.4, 0.2]);
});

test("cosine goes down along half a wave to its floor", () => {
  // warm-up 1 of 4: progress k/4 for step 1 + k; (1 + cos(π/4))/2 = 0.853553, (1 + cos(π/2))/2 = 0.5
  expect(at(cosineSchedule({ warmup: 1, steps: 4 }), 1, 2, 3, 4, 5, 9)).toEqual([
    1, 0.853553, 0.5, 0.146447, 0, 0,
  ]);
  // floor 0.2: 0.2 + 0.8 · 0.5 = 0.6
  expect(at(cosineSchedule({ warmup: 1, steps: 4, floor: 0.2 }), 3, 5)).toEqual([0.6, 0.2]);
});

test("a warm-up longer than the training is refused", () => {
  expect(() => linearSchedule({ warmup: 5, steps: 4 })).toThrow("a warm-up of 5 steps does not fit into 4");
  expect(() => cosineSchedule({ warmup: -1, steps: 4 })).toThrow(RangeError);
});
