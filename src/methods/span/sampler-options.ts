import { z } from "zod";
import { samplingShapes } from "../../samplers/index.ts";

const rate = z.number().min(0);

const bySource = <T extends z.ZodType<number>>(value: T) =>
  z.union([
    value,
    z.strictObject({
      complete: value.describe("For sentences that are completely labelled"),
      partial: value.describe("For partially labelled ones"),
      listed: value.optional().describe("For those complete for some labels only (default: as complete)"),
    }),
  ]);

const drawnPerWord = bySource(rate)
  .default(0.35)
  .describe("λ: negatives drawn per word; one number, or one for complete and one for partial sentences");

/** Which unlabelled spans are trained as "not an entity". */
export const samplerOptions = z.discriminatedUnion("kind", [
  z
    .strictObject({ kind: z.literal("all") })
    .describe(
      "Every unlabelled span, whatever the sentence says of itself: the baseline that missing labels break",
    ),
  z
    .strictObject({ kind: z.literal("uniform"), rate: drawnPerWord })
    .describe("A few, each as likely as any other"),
  z
    .strictObject({
      kind: z.literal("weighted"),
      rate: drawnPerWord,
      shape: z
        .enum(samplingShapes)
        .default("balanced")
        .describe(
          "How a score becomes a chance: as printed in the paper (softmax, nearly flat), or sharper; balanced prefers hard spans the less, the more labels are missing",
        ),
      scores: z
        .enum(["shared", "fresh"])
        .default("shared")
        .describe(
          "Where the scores come from: shared, the training pass itself, whose words have the encoder's dropout; fresh, a second pass without any dropout (slow)",
        ),
      power: z.number().min(0).default(8).describe("μ: how strongly likely entities are avoided"),
      epsilon: z
        .number()
        .positive()
        .default(1e-3)
        .describe("For power, cautious and balanced: a chance for spans the model is sure of"),
    })
    .describe("A few, by what the current model thinks of them: rather hard ones, seldom likely entities"),
  z
    .strictObject({
      kind: z.literal("fraction"),
      fraction: bySource(z.number().min(0).max(1))
        .default(0.5)
        .describe("Fraction of the unlabelled spans that is drawn as negatives"),
      resample: z
        .enum(["once", "epoch"])
        .default("once")
        .describe("Drawn once before training (the paper) or anew in each epoch"),
    })
    .describe("A fixed fraction of all"),
]);

export type SamplerOptions = z.infer<typeof samplerOptions>;
