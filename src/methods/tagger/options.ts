import { z } from "zod";
import { tagHeadConfig } from "../../models/index.ts";

/** Whether tags are scored by angle, for methods that can. */
export const angles = (usual: boolean) =>
  z
    .boolean()
    .default(usual)
    .describe(
      "Score a tag by the angle to its corner of a simplex, so that the scores of a word sum to zero; the paper's choice for pu2",
    );

/** The config keys of every method that tags words. */
export const tagOptions = z.strictObject({
  decoder: z
    .enum(["softmax", "crf"])
    .default("crf")
    .describe(
      "crf: learns which tag follows which; softmax: each word by itself, faster and a little less accurate",
    ),
  scheme: z
    .enum(["iob2", "iobes"])
    .default("iobes")
    .describe("Tagging scheme; iobes marks ends and single words, iob2 has half as many tags to learn"),
  head: tagHeadConfig.omit({ angles: true }).prefault({}).describe("What scores the tags of a word"),
  decode: z
    .strictObject({
      threshold: z
        .number()
        .min(0)
        .max(1)
        .default(0)
        .describe("Entities with a lower score are dropped; raise it for precision at the cost of recall"),
    })
    .prefault({})
    .describe("How tags become entities"),
});

export type TagOptions = z.infer<typeof tagOptions> & { readonly angles?: boolean };
