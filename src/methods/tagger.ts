import { defineMethod } from "./method.ts";
import { fixedTargets } from "./tagger/fixed-targets.ts";
import { tagLearner } from "./tagger/learner.ts";
import { angles, tagOptions } from "./tagger/options.ts";

/**
 * The naive baseline among taggers: every unlabelled word is outside, in partial sentences too. Only words marked
 * unknown are left out.
 */
export const tagger = defineMethod({
  name: "tagger",
  summary: "a tag for each word; unlabelled words are outside (the naive baseline)",
  options: tagOptions.extend({ angles: angles(false) }),
  learn: (task, options) =>
    tagLearner(task, options, (parts) =>
      fixedTargets(parts, {
        entity: "exact",
        outside: "exact",
        listed: "exact",
        unlabelled: "exact",
        unknown: "ignored",
      }),
    ),
});
