import { z } from "zod";
import { tagOptions } from "../tagger/options.ts";

/** The config keys of `weighted-partial-crf`. */
export const weightedPartialCrfOptions = tagOptions.extend({
  wpcrf: z
    .strictObject({
      weights: z
        .enum(["soft", "hard"])
        .default("soft")
        .describe(
          "What is kept of a prediction: soft, the probability of each tag; hard, the best tag sequence, as if it were the label",
        ),
      folds: z
        .int()
        .min(2)
        .default(2)
        .describe("Folds of the partial sentences; each is completed by a model trained on the others"),
      rounds: z.int().positive().default(2).describe("How often all folds are completed"),
      start: z
        .enum(["auto", "outside", "latent"])
        .default("auto")
        .describe(
          "What unlabelled words are in the first round: outside, `O` (the paper); latent, any tag, as in `partial-crf`; auto: latent where some words are known to be outside, so that `O` can be learnt from them",
        ),
      completionEpochs: z
        .number()
        .positive()
        .max(1)
        .default(0.5)
        .describe("Epochs of each completing model, as a share of those of the main training"),
    })
    .prefault({})
    .describe("How the completions of a sentence are weighted"),
});

/** The same with nothing left open. */
export type WeightedPartialCrfOptions = z.infer<typeof weightedPartialCrfOptions> & {
  readonly wpcrf: { readonly start: "outside" | "latent" };
};
