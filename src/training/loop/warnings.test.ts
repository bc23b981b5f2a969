import { expect, test } from "vitest";
import { createScorer } from "../../evaluation/index.ts";
import { emptyNotice, planNotice } from "./warnings.ts";

const plan = { steps: 99, epochs: 9, stepsPerEpoch: 11, by: "epochs" } as const;

test("a plan of fewer than 100 steps says how many epochs would do", () => {
  expect(planNotice(plan, { sentences: 32, tokens: null })).toBe(
    "only 99 steps of training are planned (9 epochs of 11 steps), and fewer than 100 seldom make a useful model: give it 10 epochs or more (--epochs 10), or smaller batches (batch.sentences)",
  );
  expect(planNotice({ ...plan, steps: 110, epochs: 10 }, { sentences: 32, tokens: null })).toBeUndefined();
  // Steps of early stages train no model.
  const early = [{ name: "completing", steps: 60, epochs: 6 }];
  expect(
    planNotice({ ...plan, steps: 126, epochs: 12, stepsPerEpoch: 11, early }, { sentences: 1, tokens: null }),
  ).toMatch(/^only 66 steps of training are planned \(6 epochs of 11 steps\).*\(--epochs 10\)$/);
  // What a time limit makes short has a warning of its own.
  expect(planNotice({ ...plan, by: "minutes" }, { sentences: 32, tokens: null })).toBeUndefined();
});

test("an epoch after which nothing is found says so, and late in a run what to do", () => {
  const gold = {
    tokens: ["Ann", "left"],
    entities: [{ start: 0, end: 1, label: "PER" }],
    completeness: "complete",
    source: "",
  } as const;
  const scored = (found: typeof gold.entities | []) => {
    const scorer = createScorer();
    scorer.add(gold, found);
    return scorer.result();
  };
  expect(emptyNotice(scored([]), { epoch: 4, epochs: 10 })).toBe(
    "nothing is found in the dev sentences yet, which is usual in the first epochs",
  );
  expect(emptyNotice(scored([]), { epoch: 5, epochs: 10 })).toMatch(
    /^nothing is found in the dev sentences after 6 of 10 epochs: train longer/,
  );
  expect(emptyNotice(scored(gold.entities), { epoch: 5, epochs: 10 })).toBeUndefined();
  // Where nothing is to be found, nothing is missing.
  const none = createScorer();
  none.add({ ...gold, entities: [] }, []);
  expect(emptyNotice(none.result(), { epoch: 5, epochs: 10 })).toBeUndefined();
});
