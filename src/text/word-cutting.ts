import { z } from "zod";

/** How raw text is cut into words. A model reads text as the text that it was trained on was cut, so its folder says how. */
export const wordCutting = z.object({
  by: z
    .enum(["words", "runs", "characters"])
    .default("words")
    .describe(
      "`words`: as people write them; `runs`: runs of letters and digits, all else alone; `characters`: each character alone",
    ),
  joined: z
    .string()
    .default("")
    .describe("Marks that stay inside a word between two letters, as in `well-known`; for `words`"),
  joinedInNumbers: z
    .string()
    .default(".,")
    .describe("Marks that stay inside a word between two digits, as in `1,000`; for `words`"),
  blanks: z
    .boolean()
    .default(false)
    .describe("White space inside a sentence is a word too; for `characters`"),
});

export type WordCutting = Readonly<z.output<typeof wordCutting>>;

/** What is taken where nothing is known of how words were cut. */
export const usualCutting: WordCutting = Object.freeze(wordCutting.parse({}));
