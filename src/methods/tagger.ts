import type { Method } from "./method.ts";
import { steadyTeacher } from "./tagger/fixed-targets.ts";
import { tagLearner } from "./tagger/learner.ts";
import { type TagOptions, tagOptions } from "./tagger/options.ts";

/**
 * The naive baseline among taggers: every unlabelled word is outside, in partial sentences too. Only words marked
 * unknown are left out.
 */
export const tagger: Method<TagOptions> = {
  name: "tagger",
  summary: "a tag for each word; unlabelled words are outside (the naive baseline)",
  options: tagOptions({ angles: false }),
  learn: (task, options) =>
    tagLearner(task, options, (parts) =>
      steadyTeacher(parts, {
        entity: "exact",
        outside: "exact",
        listed: "exact",
        unlabelled: "exact",
        unknown: "silent",
      }),
    ),
};
