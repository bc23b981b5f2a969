import { z } from "zod";
import { offsetUnits } from "../text/index.ts";
import type { ServeLimits } from "./serve-limits.ts";

/** What `POST /v1/tag` takes. */
export function tagRequest({ texts, textLength, sentenceWords }: ServeLimits) {
  return z
    .strictObject({
      texts: z
        .array(z.string().max(textLength))
        .min(1)
        .max(texts)
        .optional()
        .describe("texts to look at; each is cut into sentences and words"),
      tokens: z
        .array(z.array(z.string().min(1).max(textLength)).max(sentenceWords))
        .min(1)
        .max(texts)
        .optional()
        .describe("sentences that are cut into words already, in the place of texts"),
      unit: z
        .enum(offsetUnits)
        .default("utf16")
        .describe(
          "what start and end count in texts: UTF-16 units (JavaScript, Java), Unicode code points (Python) or UTF-8 bytes",
        ),
      threshold: z.number().min(0).max(1).optional().describe("leave out entities with a lower score"),
      mode: z
        .enum(["flat", "nested"])
        .optional()
        .describe("flat: no two entities share a word; nested: entities may lie within others"),
    })
    .refine((given) => (given.texts === undefined) !== (given.tokens === undefined), {
      message: 'send either "texts" or "tokens"',
    })
    .describe("Either texts or tokens; what else is not said is as the model was trained");
}

export type TagRequest = z.output<ReturnType<typeof tagRequest>>;

const stretch = {
  start: z
    .int()
    .describe("in texts the offset of the first character, in tokens the position of the first word"),
  end: z.int().describe("one past the last"),
};

/** What `POST /v1/tag` gives. */
export const tagResponse = z.object({
  results: z
    .array(
      z.object({
        entities: z
          .array(z.object({ ...stretch, label: z.string(), score: z.number(), text: z.string() }))
          .describe("in reading order"),
        unseen: z
          .array(z.object(stretch))
          .optional()
          .describe(
            "stretches that the model could not look at, where there are any: nothing was found there",
          ),
      }),
    )
    .describe("one for each text or sentence, in the order given"),
});

type TagResponse = z.output<typeof tagResponse>;
export type TagResult = TagResponse["results"][number];
