import type { Method } from "./method.ts";
import { steadyTeacher } from "./tagger/fixed-targets.ts";
import { tagLearner } from "./tagger/learner.ts";
import { type TagOptions, tagOptions } from "./tagger/options.ts";

/** Trains on all tag sequences that agree with the labels: an unlabelled word of a partial sentence may have any tag. */
export const partialCrf: Method<TagOptions> = {
  name: "partial-crf",
  summary: "a tag for each word; unlabelled words may have any (Tsuboi et al. 2008)",
  options: tagOptions({ angles: false }),
  learn: (task, options) =>
    tagLearner(task, options, (parts) => {
      const teacher = steadyTeacher(parts, {
        entity: "exact",
        outside: "exact",
        listed: "open",
        unlabelled: "any",
        unknown: "any",
      });
      if (parts.corpus.has("outside") || parts.corpus.has("listed")) return teacher;
      const notice =
        "no word is known to lie outside of entities, so partial-crf has nothing to learn `O` from and will find entities everywhere; add complete sentences, or take pu2";
      return { ...teacher, notices: [...teacher.notices, notice] };
    }),
};
