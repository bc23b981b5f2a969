import type { TargetBuilder, TargetBuilderParts } from "./learner.ts";
import { mayOccur, type TagTargets, type Treatments, tagTargets } from "./tag-targets.ts";

/** Targets that are the same in every epoch: each kind of knowledge has its treatment. */
export function fixedTargets({ corpus }: Pick<TargetBuilderParts, "corpus">, how: Treatments): TargetBuilder {
  const known = new Array<TagTargets | undefined>(corpus.sentences.length);
  return {
    notices: [],
    hasIgnored: mayOccur(corpus, how, ["ignored"]),
    hasLatent: mayOccur(corpus, how, ["open", "latent"]),
    targets(sentence) {
      known[sentence] ??= tagTargets(corpus, sentence, how);
      return known[sentence];
    },
  };
}
