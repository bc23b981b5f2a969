import { z } from "zod";
import { binderInference, binderSizes, decodeConfig, typeSources } from "../../models/index.ts";
import { samplerOptions } from "../span/sampler-options.ts";

const share = z.number().min(0);

/** The config keys of `binder`. */
export const binderOptions = z.strictObject({
  types: z
    .strictObject({
      file: z
        .string()
        .min(1)
        .nullable()
        .default(null)
        .describe(
          'A JSON or YAML file of descriptions, { "LABEL": "text" }; null takes the labels themselves as keywords',
        ),
      descriptions: z
        .record(z.string(), z.string())
        .nullable()
        .default(null)
        .describe("The descriptions themselves, by label, in place of a file"),
      source: z
        .enum(typeSources)
        .default("guideline")
        .describe(
          "What stands for a type: its description, a keyword, a learnt vector (atomic), or sentences from the training data in which it is mentioned (prototype)",
        ),
      prototypes: z
        .int()
        .positive()
        .default(3)
        .describe("For prototype: how many sentences stand for a type when the model is used"),
    })
    .prefault({})
    .describe("How the model is told what its types are"),
  head: binderSizes.prefault({}).describe("What text and types are compared with"),
  ...binderInference.shape,
  maxWidth: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe("Widest span in words; null for the longest training entity, but at most 30"),
  windows: z
    .enum(["annotated", "complete", "all"])
    .default("complete")
    .describe(
      "Which sentences are trained: those with an entity (the authors); also completely labelled ones without any; or all",
    ),
  sampler: samplerOptions
    .prefault({ kind: "all" })
    .describe("Which unlabelled spans of partially labelled sentences are negatives; complete ones give all"),
  loss: z
    .strictObject({
      beta: z
        .number()
        .min(0)
        .max(1)
        .default(0.5)
        .describe("β: how much mentions count, against thresholds; 1 with tuned thresholds"),
      start: share.default(0.2).describe("α: how much first words count"),
      end: share.default(0.2).describe("γ: how much last words count"),
      span: z.number().positive().default(0.6).describe("λ: how much spans count"),
    })
    .prefault({})
    .describe("What is minimised"),
  decode: decodeConfig.prefault({}).describe("How similar spans become entities"),
});

export type BinderMethodOptions = z.infer<typeof binderOptions>;
