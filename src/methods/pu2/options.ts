import { z } from "zod";
import { angles, tagOptions } from "../tagger/options.ts";

const share = z.number().min(0).max(1);

/** The config keys of `pu2`. */
export const pu2Options = tagOptions.extend({
  angles: angles(true),
  pu2: z
    .strictObject({
      explore: z
        .int()
        .positive()
        .nullable()
        .default(null)
        .describe(
          "n: epochs of exploring, after which words are ranked; null: of pu2.grid.explore what tells the entities of complete dev sentences apart best, 2 without such",
        ),
      remove: share
        .nullable()
        .default(null)
        .describe(
          "λ: share of the unlabelled words of partial sentences that is left out; null: as many as are missing by comparison with complete dev sentences, or by O-values without such",
        ),
      spans: share.default(0.1).describe("γ: non-entity spans drawn for each word of a sentence"),
      tune: z
        .boolean()
        .default(false)
        .describe("Search for the best of the three on the dev file first, by short trainings"),
      trials: z.int().positive().default(8).describe("With tune: how many settings are tried, at most"),
      trialEpochs: z.int().positive().default(6).describe("With tune: epochs of each trial"),
      grid: z
        .strictObject({
          explore: z.array(z.int().positive()).min(1).default([1, 2, 3]).describe("Values of n"),
          remove: z
            .array(share)
            .min(1)
            .default([0.1 / 32, 0.1 / 16, 0.1 / 8, 0.1 / 4, 0.1 / 2, 0.1, 0.2, 0.4])
            .describe(
              "Values of λ: the paper's up to 0.1, and larger ones for data where most labels are missing",
            ),
          spans: z.array(share).default([0, 0.1, 0.2, 0.3]).describe("Values of γ"),
        })
        .prefault({})
        .describe("The values that are tried with tune; those of n also where pu2.explore is null"),
    })
    .prefault({})
    .describe("The two steps"),
});

export type Pu2Options = z.infer<typeof pu2Options>;
