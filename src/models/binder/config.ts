import { z } from "zod";
import { decodeConfig } from "../span/model.ts";

/** Where the vector of a type comes from. */
export const typeSources = ["guideline", "keyword", "atomic", "prototype"] as const;

export type TypeSource = (typeof typeSources)[number];

/** What a bi-encoder computes with, beside its encoders. */
export const binderSizes = z.strictObject({
  width: z.int().positive().default(128).describe("Size of the vectors that text and types are compared in"),
  embedding: z.int().positive().default(128).describe("Size of the vector of a span's width"),
  dropout: z
    .number()
    .min(0)
    .lt(1)
    .default(0.1)
    .describe("Share of values dropped before vectors are compared"),
  temperature: z.number().positive().default(0.07).describe("τ at the start; it is learnt"),
  layers: z
    .enum(["apart", "shared"])
    .default("apart")
    .describe("Whether starts, ends and spans have linear layers of their own, or share one"),
});

/** How similarities become entities. */
export const binderInference = z.strictObject({
  threshold: z
    .enum(["dynamic", "learned", "tuned"])
    .default("dynamic")
    .describe(
      "What a span must be more similar to its type than: dynamic, the sentence as a whole; learned, a number for each type; tuned, a number found on dev sentences after training",
    ),
  inference: z
    .enum(["span", "joint"])
    .default("span")
    .describe("What must be above its threshold: the span, or its first and its last word as well"),
});

/** Everything a saved bi-encoder is made of again, beside its labels and weights. */
export const binderConfig = z.strictObject({
  kind: z.literal("binder"),
  ...binderSizes.shape,
  ...binderInference.shape,
  maxWidth: z.int().positive(),
  decode: decodeConfig.prefault({}),
  source: z.enum(typeSources).default("keyword"),
});

export type BinderConfig = z.infer<typeof binderConfig>;

export type BinderOptions = Omit<z.input<typeof binderConfig>, "kind">;

/** The three things that are compared with types. */
export const binderObjectives = ["start", "end", "span"] as const;

export type BinderObjectiveName = (typeof binderObjectives)[number];
