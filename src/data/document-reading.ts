import { z } from "zod";

/** How the sentences of a document are read together. */
export const documentReading = z.strictObject({
  words: z
    .int()
    .positive()
    .default(128)
    .describe("Most words of a window; a longer sentence is one by itself"),
  overlap: z
    .int()
    .nonnegative()
    .default(16)
    .describe("A window begins with the last sentences of the one before it, at most so many words of them"),
  by: z
    .enum(["doc", "file"])
    .default("doc")
    .describe(
      "Which sentences are of one document: those with the same `doc`, or, where documents are not marked, all of a file",
    ),
});

export type DocumentReading = z.output<typeof documentReading>;
