import { z } from "zod";
import { angles, tagOptions } from "../tagger/options.ts";

const share = z.number().min(0).max(1);

/** The config keys of `pu2`; defaults are the paper's for data that nothing is known about. */
export const pu2Options = tagOptions.extend({
  angles: angles(true),
  pu2: z
    .strictObject({
      explore: z.int().positive().default(2).describe("n: epochs of exploring, after which words are ranked"),
      remove: share
        .default(0.1 / 32)
        .describe("λ: share of the unlabelled words of partial sentences that is left out"),
      spans: share.default(0.1).describe("γ: non-entity spans drawn for each word of a sentence"),
      tune: z.boolean().default(false).describe("Search for the best of the three on the dev file first"),
      trials: z.int().positive().default(8).describe("With tune: how many settings are tried, at most"),
      trialEpochs: z.int().positive().default(6).describe("With tune: epochs of each trial"),
      grid: z
        .strictObject({
          explore: z.array(z.int().positive()).default([1, 2, 3]).describe("Values of n"),
          remove: z
            .array(share)
            .default([0.1 / 32, 0.1 / 16, 0.1 / 8, 0.1 / 4, 0.1 / 2, 0.1])
            .describe("Values of λ; where most labels are missing, larger ones may do better"),
          spans: z.array(share).default([0, 0.1, 0.2, 0.3]).describe("Values of γ"),
        })
        .prefault({})
        .describe("With tune: the values that are tried"),
    })
    .prefault({})
    .describe("The two steps"),
});

export type Pu2Options = z.infer<typeof pu2Options>;
