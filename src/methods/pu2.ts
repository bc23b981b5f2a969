import { defineMethod } from "./method.ts";
import { pu2Options } from "./pu2/options.ts";
import { pu2Targets } from "./pu2/targets.ts";
import { tagLearner } from "./tagger/learner.ts";

/** Two steps: finds words that are probably part of missed entities, then trains without them. [PU2, Algorithm 1] */
export const pu2 = defineMethod({
  name: "pu2",
  summary: "a tag for each word; likely missed entities are found first and left out (two-step PU learning)",
  options: pu2Options,
  learn: (task, options) =>
    tagLearner(task, { ...options, nonEntity: options.pu2.spans > 0 || options.pu2.tune }, (parts) =>
      pu2Targets(parts, options),
    ),
});
