import { expect, test } from "vitest";
import { correctionsLine, stoppedLines } from "./train-lines.ts";

test("what was moved, with its sign", () => {
  expect(
    correctionsLine([
      ["no name", -0.75],
      ["names of several words", 1],
      ["PER", 0],
    ]),
  ).toBe("set by dev, added to scores: no name −0.75, names of several words +1");
});

test("or that nothing was", () => {
  expect(correctionsLine([["no name", 0]])).toBe("set by dev, added to scores: nothing");
});

test("a run that was stopped says how to go on, and how to have a model now", () => {
  const asked = { kind: "stopped", reason: "asked", step: 30, bestEpoch: 2, seconds: 5 } as const;
  expect([...stoppedLines(asked, "model")]).toEqual([
    "stopped as asked after step 30, 0:05; go on with: lacuna train --out model --resume",
  ]);
  expect([...stoppedLines({ ...asked, best: { epoch: 2, score: 61.5 } }, "my model")]).toEqual([
    'stopped as asked after step 30, 0:05; go on with: lacuna train --out "my model" --resume',
    'or make a model of what there is (epoch 2, dev 61.50) with: lacuna train --out "my model" --resume --keep-best',
  ]);
});
