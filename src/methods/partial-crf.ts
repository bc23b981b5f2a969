import { defineMethod } from "./method.ts";
import { fixedTargets } from "./tagger/fixed-targets.ts";
import { tagLearner } from "./tagger/learner.ts";
import { angles, tagOptions } from "./tagger/options.ts";

/** Maximises the likelihood of all tag sequences that agree with the labels: an unlabelled word of a partial sentence is latent. */
export const partialCrf = defineMethod({
  name: "partial-crf",
  summary: "a tag for each word; unlabelled words may have any (Tsuboi et al. 2008)",
  options: tagOptions.extend({ angles: angles(false) }),
  learn: (task, options) =>
    tagLearner(task, options, (parts) => {
      const targets = fixedTargets(parts, {
        entity: "exact",
        outside: "exact",
        listed: "open",
        unlabelled: "latent",
        unknown: "latent",
      });
      if (parts.corpus.has("outside") || parts.corpus.has("listed")) return targets;
      const notice =
        "no word is known to lie outside of entities, so partial-crf has nothing to learn `O` from and will find entities everywhere; add complete sentences, or take pu2";
      return { ...targets, notices: [...targets.notices, notice] };
    }),
});
