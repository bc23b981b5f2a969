import { z } from "zod";
import type { Sentence } from "../../data/index.ts";
import { noiseRobustVariants } from "../../losses/index.ts";

const variants = Object.keys(noiseRobustVariants) as (keyof typeof noiseRobustVariants)[];

/** What is minimised over the labelled spans and the drawn negatives. */
export const lossOptions = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("cross-entropy") }).describe("The mean cross-entropy"),
  z
    .strictObject({
      kind: z.literal("contrastive"),
      share: z.number().min(0).max(1).default(0.1).describe("λ: how much the contrastive part counts"),
      temperature: z
        .number()
        .positive()
        .default(0.1)
        .describe("τ: the smaller, the more the nearest other spans count"),
      denominator: z
        .enum(["others", "all"])
        .default("others")
        .describe("Against spans of other labels (the paper) or all others (the authors' code)"),
      reduction: z
        .union([z.enum(["anchors", "sum"]), z.number().positive()])
        .default("anchors")
        .describe("What the sum is divided by"),
    })
    .describe("Cross-entropy, and span vectors of one label drawn together"),
  z
    .strictObject({
      kind: z.literal("noise-robust"),
      warmUp: z
        .number()
        .positive()
        .nullable()
        .default(null)
        .describe(
          "w as a share of the planned epochs: after this share, cross-entropy has 37 % of its weight on negatives; the smaller, the sooner sure entities are let go; null: 0.1, or 1 where all sentences are complete",
        ),
      width: z
        .number()
        .positive()
        .nullable()
        .default(null)
        .describe("w in epochs, as in the paper; null: by warmUp"),
      sign: z
        .enum(["one-minus", "printed"])
        .default("one-minus")
        .describe("1 − σ, as the paper's text says, or the +σ of its formula"),
      variant: z.enum(variants).default("nrces").describe("Which part is used where (the paper's Table 5)"),
    })
    .describe("Negatives that the model is sure are entities are let go"),
]);

/** w as a share of the run where labels may be missing, and where none are. */
const WARM_UP = { partial: 0.1, complete: 1 } as const;

/** Decides what a loss leaves open. */
export function decideLoss(
  options: LossOptions,
  sentences: readonly Pick<Sentence, "completeness">[],
): LossOptions {
  if (options.kind !== "noise-robust" || options.width !== null || options.warmUp !== null) return options;
  const isComplete = sentences.every(({ completeness }) => completeness === "complete");
  return { ...options, warmUp: isComplete ? WARM_UP.complete : WARM_UP.partial };
}

export type LossOptions = z.infer<typeof lossOptions>;
