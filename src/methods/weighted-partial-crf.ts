import { defineMethod } from "./method.ts";
import { tagLearner } from "./tagger/learner.ts";
import { weightedPartialCrfOptions } from "./weighted-partial-crf/options.ts";
import { weightedPartialCrfTargets } from "./weighted-partial-crf/targets.ts";

/** As `partial-crf`, but the tag sequences that agree with the labels are weighted by models of other folds. [WPCRF, loss] */
export const weightedPartialCrf = defineMethod({
  name: "weighted-partial-crf",
  summary: "a tag for each word; unlabelled ones weighted by models of other folds (Jie et al. 2019)",
  options: weightedPartialCrfOptions,
  learn: (task, options) => tagLearner(task, options, (parts) => weightedPartialCrfTargets(parts, options)),
});
