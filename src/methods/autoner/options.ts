import { z } from "zod";
import { chunkDecodeConfig } from "../../models/index.ts";
import { spanOptions } from "../span/options.ts";

/** The config keys of `autoner`; what scores a chunk is what scores spans elsewhere. */
export const autonerOptions = z.strictObject({
  ...spanOptions({}).pick({ head: true, maxWidth: true }).shape,
  decode: chunkDecodeConfig.prefault({}).describe("How chunks become entities"),
  autoner: z
    .strictObject({
      spare: z
        .boolean()
        .default(true)
        .describe(
          "Whether unlabelled occurrences of known phrases are left out of the loss in partial sentences; false takes every unlabelled word for no entity",
        ),
      phrases: z
        .array(z.string().min(1))
        .default([])
        .describe(
          "Phrases of unknown type, words with blanks between them, beside the names that are labelled somewhere",
        ),
    })
    .prefault({})
    .describe("What is known to be a phrase"),
});

export type AutonerOptions = z.infer<typeof autonerOptions>;
