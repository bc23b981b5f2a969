import { z } from "zod";
import { tagOptions } from "../tagger/options.ts";

const share = z.number().min(0).max(1);

/** The config keys of `lacuna`. The defaults serve for every corpus that they were tried on; see docs/recipe.md. */
export const lacunaOptions = tagOptions.extend({
  lacuna: z
    .strictObject({
      ensemble: z
        .int()
        .positive()
        .nullable()
        .default(null)
        .describe(
          "Models in the ensemble; default: 3, and 1 with a transformer. More find more entities and take as many times as long",
        ),
      folds: z
        .int()
        .min(2)
        .nullable()
        .default(null)
        .describe(
          "Folds of the partial sentences; each is pseudo-labelled by the models of all other folds, averaged. Default: 3, and 2 with a transformer",
        ),
      holdOut: z
        .enum(["auto", "outside", "sentences"])
        .default("auto")
        .describe(
          "What is withheld from a model about the folds it labels: outside (their O targets) or sentences (everything, so that given labels can be questioned too). auto: sentences where other data is complete",
        ),
      completionEpochs: z
        .number()
        .positive()
        .max(1)
        .nullable()
        .default(null)
        .describe(
          "Epochs of the completion stage, as a share of those of the main training; default: 1, and 0.5 with a transformer",
        ),
      outsideRate: share
        .nullable()
        .default(null)
        .describe(
          "Share of the unlabelled words of its own fold that a completion model trains as O, resampled in each epoch; default: 0.1, and 0 where other data is complete. Raise it if too much is found, lower it if too little",
        ),
      carryWeights: z
        .boolean()
        .nullable()
        .default(null)
        .describe(
          "Whether the main training starts from the weights of the completion stage; default: where other data is complete",
        ),
      relabelBelow: share
        .nullable()
        .default(null)
        .describe(
          "Given labels of partial sentences whose out-of-fold posterior is lower are replaced by pseudo-labels; default: 0.5 where other data is complete, and 0 (never) otherwise. Raise it for noisy labels",
        ),
      goldOnlyMembers: z
        .int()
        .nonnegative()
        .nullable()
        .default(null)
        .describe(
          "Members of the ensemble, but never all, that train on complete sentences alone, so that systematic errors of the partial labels are not shared by all. Default: one in three where complete sentences have a fifth of the labels or more, and 0 otherwise",
        ),
      partialUntil: share
        .nullable()
        .default(null)
        .describe(
          "Share of the main training over which partial sentences are phased out, in equal parts per epoch; 0 keeps them to the end. Default: 0.6 where other data is complete, and 0 otherwise",
        ),
    })
    .prefault({})
    .describe("How missing labels are completed"),
});

export type LacunaOptions = z.infer<typeof lacunaOptions>;

/** With nothing left open. */
export type DecidedLacunaOptions = Omit<LacunaOptions, "lacuna"> & {
  readonly lacuna: {
    readonly [K in keyof LacunaOptions["lacuna"]]: Exclude<LacunaOptions["lacuna"][K], null | "auto">;
  };
};
