import { describe, expect, test } from "vitest";
import { parseTrainConfig } from "./training/config/config.ts";
import {
  formerAuditPath,
  formerKey,
  upgradeConfig,
  upgradeKeys,
  upgradeModelDescription,
  upgradeTrainEvent,
} from "./upgrade.ts";

describe("configs of format 1", () => {
  test("keys and values have their new names, at any depth", () => {
    const former = {
      format: 1,
      method: "nrces",
      optimiser: { rate: 0.01, encoderRate: null, decay: 0, maxNorm: 2, schedule: "linear", average: 0.9 },
      batch: { sentences: 8, cost: 99 },
      sampler: { kind: "half", share: { complete: 1, partial: 0.5 } },
      features: { text: "auto", characters: null },
      evaluation: { batchCost: 2048 },
    };
    const now = upgradeConfig(former, "c.json");
    expect(now).toEqual({
      format: 2,
      method: "nrces",
      optimiser: {
        learningRate: 0.01,
        encoderLearningRate: null,
        weightDecay: 0,
        clipNorm: 2,
        schedule: "linear",
        ema: 0.9,
      },
      batch: { sentences: 8, tokens: 99 },
      sampler: { kind: "fraction", fraction: { complete: 1, partial: 0.5 } },
      features: { text: "auto" },
    });
    expect(parseTrainConfig(now, "c.json")).toMatchObject(now);
  });

  test("those of our recipe, whose angles are no choice any more", () => {
    const lacuna = { members: 2, share: 0.5, keep: 0.1, inherit: true, doubt: 0, abstaining: 1, leave: 0.6 };
    expect(upgradeConfig({ format: 1, scheme: "bmes", angles: false, lacuna }, "c.json")).toEqual({
      format: 2,
      scheme: "iobes",
      lacuna: {
        ensemble: 2,
        completionEpochs: 0.5,
        outsideRate: 0.1,
        carryWeights: true,
        relabelBelow: 0,
        goldOnlyMembers: 1,
        partialUntil: 0.6,
      },
    });
    expect(upgradeConfig({ format: 1, method: "pu2", angles: false }, "c.json")).toEqual({
      format: 2,
      method: "pu2",
      angles: false,
    });
  });

  test("dotted keys of a suite", () => {
    expect(upgradeKeys({ "optimiser.rate": 1, "sampler.kind": "half", epochs: 3 }, "s.json")).toEqual({
      "optimiser.learningRate": 1,
      "sampler.kind": "fraction",
      epochs: 3,
    });
  });

  test("what is gone is refused where it had been used", () => {
    expect(() => upgradeConfig({ format: 1, features: { characters: { dim: 8 } } }, "c.json")).toThrow(
      'c.json: "features.characters" is gone',
    );
  });

  test("a config of another format, or of none, is nobody's to change", () => {
    for (const format of [2, 3, undefined]) {
      const config = { format, optimiser: { rate: 1 } };
      expect(upgradeConfig(config, "c.json")).toBe(config);
    }
  });

  test("labels named like members of every object are kept", () => {
    const config = JSON.parse(
      '{"format": 1, "types": {"descriptions": {"__proto__": "a", "constructor": "b"}}}',
    );
    expect(
      Object.entries((upgradeConfig(config, "c").types as { descriptions: object }).descriptions),
    ).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
  });
});

test("a key of format 1 is told its new name, or why it is gone", () => {
  expect(formerKey("optimiser.rate")).toEqual({ now: "optimiser.learningRate" });
  expect(formerKey("evaluation.batchCost")).toEqual({ gone: expect.stringContaining("2,048") });
  expect(formerKey("optimiser.warmup")).toBeUndefined();
});

test("models and logs of format 1", () => {
  expect(
    upgradeModelDescription({
      format: 1,
      encoder: { kind: "panel", members: 3 },
      model: { kind: "tagger", scheme: "bmes" },
    }),
  ).toEqual({
    format: 2,
    encoder: { kind: "ensemble", members: 3 },
    model: { kind: "tagger", scheme: "iobes" },
  });
  expect(upgradeTrainEvent({ kind: "evaluated", diagnostics: { a: 1 }, epoch: 1 })).toEqual({
    kind: "evaluated",
    metrics: { a: 1 },
    epoch: 1,
  });
  expect(upgradeTrainEvent({ kind: "started", parameters: { trained: 1, all: 2 } })).toEqual({
    kind: "started",
    parameters: { trainable: 1, all: 2 },
  });
});

test("of an audit folder, the file of predictions has another name", () => {
  expect(formerAuditPath("audit/folds/1/predictions.jsonl")).toBe("audit/folds/1/judgements.jsonl");
  expect(formerAuditPath("predictions.jsonl/audit.json")).toBeUndefined();
});
