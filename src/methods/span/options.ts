import { z } from "zod";
import {
  biaffineClassifierConfig,
  decodeConfig,
  retrievalConfig,
  spanClassifierConfig,
  widthClassifierConfig,
} from "../../models/index.ts";
import { lossOptions } from "./loss-options.ts";
import { OWN, type OwnLoss, type OwnSampler } from "./own-parts.ts";
import { samplerOptions } from "./sampler-options.ts";

const headOptions = z.discriminatedUnion("kind", [
  spanClassifierConfig.describe("First and last word, their difference and their product"),
  widthClassifierConfig
    .omit({ maxWidth: true })
    .describe("First and last word and an embedding of the width"),
  biaffineClassifierConfig.describe("A product of first and last word, with a matrix for each class"),
]);

const ownPart = z
  .strictObject({ kind: z.literal(OWN) })
  .describe("The function that the program gave with the method");
const samplerOrOwn = z.discriminatedUnion("kind", [...samplerOptions.options, ownPart]);
const lossOrOwn = z.discriminatedUnion("kind", [...lossOptions.options, ownPart]);

/** The parts of a method that scores spans, any of which may be replaced in a config. */
export interface SpanParts {
  /** Default: first and last word, their difference and their product. */
  readonly head?: z.input<typeof headOptions>;
  /** By name, or a function of one's own; default: uniform draws. */
  readonly sampler?: z.input<typeof samplerOptions> | OwnSampler;
  /** Whether a sampler of one's own is given what the model thinks of each candidate, at the price of another pass; default: no. */
  readonly readsProbabilities?: boolean;
  /** By name, or a function of one's own; default: cross-entropy. */
  readonly loss?: z.input<typeof lossOptions> | OwnLoss;
  readonly retrieval?: z.input<typeof retrievalConfig>;
  /** Spans have at most so many words; default: those of the longest training entity. */
  readonly maxWidth?: number;
}

/** The config keys of a span method with these parts as defaults. */
export function spanOptions({ head, sampler, loss, retrieval, maxWidth }: SpanParts) {
  const drawn: z.ZodType<z.infer<typeof samplerOrOwn>> =
    typeof sampler === "function"
      ? samplerOrOwn.prefault({ kind: OWN })
      : samplerOptions.prefault(sampler ?? { kind: "uniform" });
  const minimised: z.ZodType<z.infer<typeof lossOrOwn>> =
    typeof loss === "function"
      ? lossOrOwn.prefault({ kind: OWN })
      : lossOptions.prefault(loss ?? { kind: "cross-entropy" });
  return z.strictObject({
    head: headOptions.prefault(head ?? { kind: "span" }).describe("What scores a span"),
    maxWidth: z
      .int()
      .positive()
      .nullable()
      .default(maxWidth ?? null)
      .describe(
        "Widest span in words that is trained, drawn as a negative and predicted; null for the longest training entity. The papers on negative sampling draw from all spans: give the words of the longest sentence",
      ),
    sampler: drawn.describe("Which unlabelled spans are trained as non-entities"),
    loss: minimised.describe("What is minimised"),
    retrieval: retrievalConfig
      .nullable()
      .prefault(retrieval ?? null)
      .describe("Mixing in what class centres say when the model is used; null for nothing"),
    decode: decodeConfig.prefault({}).describe("How scored spans become entities"),
  });
}

export type SpanOptions = z.infer<ReturnType<typeof spanOptions>>;
