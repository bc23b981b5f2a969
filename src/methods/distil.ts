import { z } from "zod";
import { distilLoss } from "./distil/loss.ts";
import { defineMethod } from "./method.ts";
import { tagLearner } from "./tagger/learner.ts";
import { tagOptions } from "./tagger/options.ts";

/** One small model that learns what a trained one thinks of raw text. [HINTON, soft targets] */
export const distil = defineMethod({
  name: "distil",
  summary: "a small model learns what a trained one thinks of raw text; see `lacuna distil`",
  options: tagOptions.extend({
    distil: z
      .strictObject({
        teacher: z
          .string()
          .min(1)
          .nullable()
          .default(null)
          .describe("The folder of the model that teaches; `lacuna distil --teacher` sets it"),
        temperature: z
          .number()
          .positive()
          .default(1)
          .describe(
            "What the log-odds of the teacher's probabilities are divided by: above 1, it is less sure",
          ),
        keepLabels: z
          .boolean()
          .default(true)
          .describe(
            "Whether given labels go before what the teacher thinks; false for the teacher's word alone",
          ),
      })
      .prefault({})
      .describe("Who teaches, and how"),
  }),
  learn: (task, options) => tagLearner(task, options, (parts) => distilLoss(parts, options.distil)),
});
