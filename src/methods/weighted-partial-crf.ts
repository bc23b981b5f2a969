import { defineMethod } from "./method.ts";
import { hasOutside } from "./tagger/corpus.ts";
import { tagLearner } from "./tagger/learner.ts";
import { type WeightedPartialCrfOptions, weightedPartialCrfOptions } from "./weighted-partial-crf/options.ts";
import { weightedPartialCrfTargets } from "./weighted-partial-crf/targets.ts";

/** As `partial-crf`, but the tag sequences that agree with the labels are weighted by models of other folds. [WPCRF, loss] */
export const weightedPartialCrf = defineMethod({
  name: "weighted-partial-crf",
  summary: "a tag for each word; unlabelled ones weighted by models of other folds (Jie et al. 2019)",
  options: weightedPartialCrfOptions,
  decide: ({ wpcrf, ...rest }, { sentences }): WeightedPartialCrfOptions => ({
    ...rest,
    wpcrf: {
      ...wpcrf,
      start: wpcrf.start === "auto" ? (hasOutside(sentences) ? "latent" : "outside") : wpcrf.start,
    },
  }),
  learn: (task, options) => tagLearner(task, options, (parts) => weightedPartialCrfTargets(parts, options)),
});
