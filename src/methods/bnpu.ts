import { bnpuLoss } from "./bnpu/loss.ts";
import { type BnpuOptions, bnpuOptions } from "./bnpu/options.ts";
import { defineMethod } from "./method.ts";
import { tagLearner } from "./tagger/learner.ts";
import { decidePriors } from "./tagger/priors.ts";

/** Positive-unlabelled learning: a bounded, non-negative risk for each type, and a dictionary that grows. [BNPU, risk] */
export const bnpu = defineMethod({
  name: "bnpu",
  summary: "a classifier of words for each tag of a type, by positive-unlabelled learning (Peng et al. 2019)",
  options: bnpuOptions,
  decide: (options, facts): BnpuOptions => ({
    ...options,
    bnpu: { ...options.bnpu, ...decidePriors(options.bnpu, facts) },
  }),
  learn: (task, options) =>
    tagLearner(task, { ...options, decoder: "softmax" }, (parts) => bnpuLoss(parts, options)),
});
