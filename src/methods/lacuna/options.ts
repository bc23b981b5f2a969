import { z } from "zod";
import { tagOptions } from "../tagger/options.ts";

const share = z.number().min(0).max(1);

/** The config keys of `lacuna`. The defaults serve for every corpus that they were tried on; see docs/recipe.md. */
export const lacunaOptions = tagOptions({ angles: false }).extend({
  lacuna: z
    .strictObject({
      members: z
        .int()
        .positive()
        .nullable()
        .default(null)
        .describe(
          "How many encoders decide together, each trained by itself; more find more and take as many times as long. null for 3, and 1 with a transformer",
        ),
      folds: z
        .int()
        .min(2)
        .nullable()
        .default(null)
        .describe(
          "Into how many parts partial sentences are cut; each part is completed by the models of all others, whose mean counts. null for 3, and 2 with a transformer",
        ),
      holdOut: z
        .enum(["auto", "outside", "sentences"])
        .default("auto")
        .describe(
          "What a model has not seen of the parts that it completes. outside: their unlabelled words as O; sentences: anything, so that labels can be doubted; auto: sentences where others are complete",
        ),
      share: z
        .number()
        .positive()
        .max(1)
        .nullable()
        .default(null)
        .describe(
          "Epochs of a model that completes labels, as a share of those of the main training; null for 1, and for 0.5 with a transformer",
        ),
      keep: share
        .nullable()
        .default(null)
        .describe(
          "Share of the unlabelled words of its own part that such a model takes for O in an epoch; null for 0.1, and for 0 where other sentences are complete",
        ),
      inherit: z
        .boolean()
        .nullable()
        .default(null)
        .describe(
          "Whether the main training goes on with the weights of the last models that completed; null for yes where other sentences are complete, and no otherwise",
        ),
      doubt: share
        .nullable()
        .default(null)
        .describe(
          "Labels of partial sentences that are less likely than this give way to what the model found; null for 0.5 where others are complete, and 0 otherwise",
        ),
      abstaining: z
        .int()
        .nonnegative()
        .nullable()
        .default(null)
        .describe(
          "How many of the encoders, but never all, learn nothing from partial sentences, so that what these teach wrongly is not believed by all; null for one in three where complete sentences have a fifth of the labels or more, and 0 otherwise",
        ),
      leave: share
        .nullable()
        .default(null)
        .describe(
          "Partial sentences leave the main training one after another, in each epoch as many, and after this share of it all have left; 0: they stay. null for 0.6 where others are complete, and 0 otherwise",
        ),
    })
    .prefault({})
    .describe("How missing labels are completed"),
});

export type LacunaOptions = z.infer<typeof lacunaOptions>;
