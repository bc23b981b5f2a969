import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import type { Evaluated, Stepped, TrainEvent } from "../../training/loop/events.ts";
import { epochLine, TrainProgress } from "./train-progress.ts";

const evaluated: Evaluated = {
  kind: "evaluated",
  step: 10,
  epoch: 2,
  loss: 0.12345,
  dev: { precision: 80.1, recall: 79, f1: 79.546, macroF1: 70 },
  metrics: {},
  best: true,
  wordsPerSecond: 12_345.6,
  seconds: 65,
};
const step = (number: number): Stepped => ({
  kind: "step",
  step: number,
  epoch: 1,
  loss: 2,
  words: 100,
  milliseconds: 50,
});
const plan: TrainEvent = {
  kind: "planned",
  steps: 20,
  epochs: 10,
  stepsPerEpoch: 2,
  by: "minutes",
};

/** What is shown of some events, each a second after the one before. */
function shown(events: readonly TrainEvent[], isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), {
    isTTY,
    columns: 200,
    clearLine: () => true,
    cursorTo: () => true,
    moveCursor: () => true,
  }) as unknown as NodeJS.WriteStream;
  const lines: string[] = [];
  let now = 0;
  const progress = new TrainProgress({ stream, print: (line) => lines.push(line) }, () => now);
  for (const event of events) {
    now += 1000;
    progress.onEvent(event);
  }
  progress.stop();
  return { lines, bar: String((stream as unknown as PassThrough).read() ?? "") };
}

describe("lines", () => {
  test("one for each epoch", () => {
    expect(epochLine(evaluated, 20)).toBe(
      "epoch  2/20  loss 0.1235  dev P 80.10 R 79.00 F1 79.55  12,346 words/s  1:05  best",
    );
    const { dev: _, ...alone } = evaluated;
    expect(epochLine(alone, 3)).toBe("epoch 2/3  loss 0.1235  12,346 words/s  1:05");
  });

  test("what a run starts with, and nothing that could steer the terminal", () => {
    const { lines, bar } = shown(
      [
        {
          kind: "started",
          method: "weighted",
          encoder: "cnn",
          sentences: 1000,
          words: 20_000,
          entities: 300,
          labels: ["LOC", "P\u001b[2J"],
          parameters: { trainable: 5, all: 1_000_000 },
          notices: ["few words"],
          resumedAt: 7,
        },
        plan,
        step(8),
        evaluated,
      ],
      false,
    );
    expect(lines).toEqual([
      "note: few words",
      "weighted with cnn: 1,000 sentences, 20,000 words, 300 entities of 2 types (LOC, P\\u001b[2J)",
      "5 trainable parameters of 1,000,000",
      "going on after step 7",
      "20 steps in 10 epochs, as many as the time allows",
      epochLine(evaluated, 10),
    ]);
    expect(bar).toBe("");
  });
});

test("too little time is said so that nobody overlooks it, and what of dev is scored", () => {
  const warning =
    "only 3 steps fit into 1 minute (6 % of an epoch): do not expect a useful model. On this machine one needs about 4 minutes";
  const { lines } = shown([{ ...plan, dev: 400, warning }], false);
  expect(lines.slice(1)).toEqual([
    "note: 400 dev sentences, drawn at random, are scored after each epoch: the time does not allow for all",
    "",
    "WARNING: only 3 steps fit into 1 minute (6 % of an epoch): do not expect a useful model. On this",
    "         machine one needs about 4 minutes",
    "",
  ]);
});

test("early stages are announced, named in their lines and in the bar, and their scores are no best", () => {
  const early = [
    { name: "exploring", steps: 4, epochs: 2 },
    { name: "trial\u001b[2J", steps: 2, epochs: 1 },
  ];
  const scored = { ...evaluated, stage: "trial", best: false };
  expect(epochLine(scored, 10)).toBe(
    "epoch  2/10  trial  loss 0.1235  dev P 80.10 R 79.00 F1 79.55  12,346 words/s  1:05",
  );
  const { lines } = shown([{ ...plan, early }], false);
  expect(lines.at(-1)).toBe("epochs: exploring (2), trial\\u001b[2J (1), then training (7)");
  const many = Array.from({ length: 9 }, (_, i) => ({ name: `trial ${i + 1}`, steps: 2, epochs: 1 }));
  expect(shown([{ ...plan, early: many }], false).lines.at(-1)).toBe(
    "epochs: trial 1 (1), trial 2 (1), trial 3 (1), trial 4 (1), …, then training (1)",
  );
  const staged = (number: number, loss: number): Stepped => ({ ...step(number), stage: "trial", loss });
  const { bar } = shown([{ ...plan, early }, staged(1, 9), scored, staged(2, 9), step(3)], true);
  expect(bar).toContain("% · trial · loss 9.0000 · 2,000 words/s");
  // The main stage begins with its own loss.
  expect(bar).toContain("15 % · loss 2.0000 · 2,000 words/s");
  expect(bar).not.toContain("best dev");
});

test("the bar tells loss, best dev score, speed and time left, by the steps of this session", () => {
  // Resumed after step 10. Step 11 began at 2,950 ms and ended at 3,000; step 12 ended at 5,000 (an evaluation
  // between): 2 steps in 2.05 s, 8 to go, so 8.2 s are left. 100 words in 50 ms are 2,000 words/s.
  const { bar } = shown([{ kind: "saved", step: 10 }, plan, step(11), evaluated, step(12)], true);
  expect(bar).toContain("60 % · loss 2.0000 · best dev F1 79.55 · 2,000 words/s · 0:08 left");
});
