import { z } from "zod";
import {
  decodeConfig,
  retrievalConfig,
  spanClassifierConfig,
  widthClassifierConfig,
} from "../../models/index.ts";
import { lossOptions } from "./loss-options.ts";
import { samplerOptions } from "./sampler-options.ts";

const headOptions = z.discriminatedUnion("kind", [
  spanClassifierConfig.describe("First and last word, their difference and their product"),
  widthClassifierConfig
    .omit({ maxWidth: true })
    .describe("First and last word and an embedding of the width"),
]);

/** The parts of a method that scores spans, any of which may be replaced in a config. */
export interface SpanParts {
  readonly head: z.input<typeof headOptions>;
  readonly sampler: z.input<typeof samplerOptions>;
  readonly loss: z.input<typeof lossOptions>;
  readonly retrieval?: z.input<typeof retrievalConfig>;
  /** Spans have at most so many words; default: those of the longest training entity. */
  readonly maxWidth?: number;
}

/** The config keys of a span method with these parts as defaults. */
export function spanOptions({ head, sampler, loss, retrieval, maxWidth }: SpanParts) {
  return z.strictObject({
    head: headOptions.prefault(head).describe("What scores a span"),
    maxWidth: z
      .int()
      .positive()
      .nullable()
      .default(maxWidth ?? null)
      .describe(
        "Widest span in words that is trained, drawn as a negative and predicted; null for the longest training entity. The papers on negative sampling draw from all spans: give the words of the longest sentence",
      ),
    sampler: samplerOptions.prefault(sampler).describe("Which unlabelled spans are trained as non-entities"),
    loss: lossOptions.prefault(loss).describe("What is minimised"),
    retrieval: retrievalConfig
      .nullable()
      .prefault(retrieval ?? null)
      .describe("Mixing in what class centres say when the model is used; null for nothing"),
    decode: decodeConfig.prefault({}).describe("How scored spans become entities"),
  });
}

export type SpanOptions = z.infer<ReturnType<typeof spanOptions>>;
