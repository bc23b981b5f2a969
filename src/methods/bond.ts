import { z } from "zod";
import { bondLoss } from "./bond/loss.ts";
import { defineMethod } from "./method.ts";
import { tagLearner } from "./tagger/learner.ts";
import { tagOptions } from "./tagger/options.ts";

/** Self-training: an early-stopped teacher, then students that learn what the teacher before them is sure of. [BOND, self-training] */
export const bond = defineMethod({
  name: "bond",
  summary: "an early-stopped teacher, and students that learn its confident soft labels (Liang et al. 2020)",
  options: tagOptions.omit({ decoder: true }).extend({
    bond: z
      .strictObject({
        teacherEpochs: z
          .number()
          .positive()
          .max(1)
          .default(0.3)
          .describe(
            "Epochs of the first teacher, as a share of those of the main training: it must stop early",
          ),
        rounds: z
          .int()
          .positive()
          .default(2)
          .describe(
            "Students, one after another; each is the teacher of the next, and the last is the model",
          ),
        confidence: z
          .number()
          .min(0)
          .lt(1)
          .default(0.9)
          .describe("Words whose sharpened soft label is surer of none of its tags are left out"),
        keepLabels: z
          .boolean()
          .default(true)
          .describe(
            "Whether students learn given labels as they are; false for the teacher's word alone, as in the paper",
          ),
      })
      .prefault({})
      .describe("How teachers and students train"),
  }),
  learn: (task, options) =>
    tagLearner(task, { ...options, decoder: "softmax" }, (parts) => bondLoss(parts, options.bond)),
});
