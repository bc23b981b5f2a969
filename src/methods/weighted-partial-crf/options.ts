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
      rounds: z
        .int()
        .positive()
        .default(2)
        .describe("How often all folds are completed; the first round takes unlabelled words for O"),
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

export type WeightedPartialCrfOptions = z.infer<typeof weightedPartialCrfOptions>;
