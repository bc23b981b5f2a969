import { z } from "zod";
import { tagOptions } from "../tagger/options.ts";
import { gammaOption, type Priors, priorOption } from "../tagger/priors.ts";

/** The config keys of `bnpu`. */
export const bnpuOptions = tagOptions.omit({ decoder: true }).extend({
  scheme: z
    .enum(["io", "iob2", "iobes"])
    .default("iobes")
    .describe(
      "Which classifiers there are: io, one for each type (the paper); iobes and iob2, one for each tag of a type, which finds the ends of names better and learns more slowly",
    ),
  bnpu: z
    .strictObject({
      prior: priorOption.describe(
        "π: the share of all words that belong to a type, one number or one for each type; default: as in the complete dev sentences, or else 1.5 times what is labelled",
      ),
      gamma: gammaOption.describe(
        "γ: how much labelled words count, one number or one for each type; default: 1/π of each type, so that they count as much as all others together. Raise it if too little is found",
      ),
      rounds: z
        .int()
        .nonnegative()
        .default(1)
        .describe("AdaPU: how often what was found everywhere it occurs joins the labels; 0 for never"),
      enlargeFrom: z.int().positive().default(3).describe("AdaPU: how often a name must occur for that"),
      roundEpochs: z
        .number()
        .positive()
        .max(1)
        .default(0.5)
        .describe("Epochs of each round, as a share of those of the main training"),
    })
    .prefault({})
    .describe("How labelled and unlabelled words are weighed"),
});

/** The same with nothing left open. */
export type BnpuOptions = Omit<z.infer<typeof bnpuOptions>, "bnpu"> & {
  readonly bnpu: z.infer<typeof bnpuOptions>["bnpu"] & Priors;
};
