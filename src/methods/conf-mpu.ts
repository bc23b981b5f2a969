import { z } from "zod";
import { confMpuLoss } from "./conf-mpu/loss.ts";
import { defineMethod } from "./method.ts";
import { tagLearner } from "./tagger/learner.ts";
import { tagOptions } from "./tagger/options.ts";
import { decidePriors, gammaOption, priorOption } from "./tagger/priors.ts";

/** Multi-class positive-unlabelled learning in two steps: how likely each word is in an entity, then of which type. [CONF-MPU, risk] */
export const confMpu = defineMethod({
  name: "conf-mpu",
  summary:
    "words by positive-unlabelled learning: in an entity or not, then of which type (Zhou et al. 2022)",
  options: tagOptions.omit({ decoder: true, scheme: true }).extend({
    mpu: z
      .strictObject({
        prior: priorOption.describe(
          "π: the share of all words that belong to a type; default: as for `bnpu.prior`",
        ),
        gamma: gammaOption.describe(
          "γ: how much labelled words count, 1 in the paper's formula; default: 1/π of each type",
        ),
        threshold: z
          .number()
          .gt(0)
          .lt(1)
          .default(0.5)
          .describe("η: unlabelled words with a higher confidence are not learnt as O"),
        confidenceEpochs: z
          .number()
          .positive()
          .max(1)
          .default(0.5)
          .describe("Epochs of the first step, as a share of those of the second"),
      })
      .prefault({})
      .describe("How labelled and unlabelled words are weighed"),
  }),
  decide: (options, facts) => ({ ...options, mpu: { ...options.mpu, ...decidePriors(options.mpu, facts) } }),
  learn: (task, options) =>
    tagLearner(task, { ...options, decoder: "softmax", scheme: "io" }, (parts) =>
      confMpuLoss(parts, options.mpu),
    ),
});
