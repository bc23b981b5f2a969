import { z } from "zod";
import { tagHeadConfig } from "../../models/index.ts";

/** The parts of a method that tags words, any of which may be replaced in a config. */
export interface TagParts {
  /** Whether tags are scored by angle unless told. */
  readonly angles: boolean;
}

/** The config keys of a method that tags words. */
export function tagOptions({ angles }: TagParts) {
  return z.strictObject({
    decoder: z
      .enum(["softmax", "crf"])
      .default("crf")
      .describe("crf: tags of neighbours have a say in each other; softmax: each word for itself"),
    scheme: z
      .enum(["iob2", "iobes", "bmes"])
      .default("iobes")
      .describe("How entities are spelt as tags; bmes is iobes with other letters"),
    angles: z
      .boolean()
      .default(angles)
      .describe(
        "Score tags by their angle to the corners of a simplex: scores of a word then add up to zero",
      ),
    head: tagHeadConfig.omit({ angles: true }).prefault({}).describe("What scores the tags of a word"),
    decode: z
      .strictObject({
        threshold: z.number().min(0).max(1).default(0).describe("Entities with a lower score are dropped"),
      })
      .prefault({})
      .describe("How tags become entities"),
  });
}

export type TagOptions = z.infer<ReturnType<typeof tagOptions>>;
