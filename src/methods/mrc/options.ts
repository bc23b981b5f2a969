import { z } from "zod";
import { decodeConfig, parseTypeDescriptions, readTypeDescriptions, typeWords } from "../../models/index.ts";

const weight = z.number().min(0).default(1);

/** The config keys of `mrc`. */
export const mrcOptions = z.strictObject({
  types: z
    .strictObject({
      file: z
        .string()
        .min(1)
        .nullable()
        .default(null)
        .describe('A JSON or YAML file of descriptions, { "LABEL": "text" }, as for binder'),
      descriptions: z
        .record(z.string(), z.string())
        .nullable()
        .default(null)
        .describe("The descriptions themselves, by label, in place of a file"),
      source: z
        .enum(["guideline", "keyword"])
        .default("guideline")
        .describe("What the query is: the description, or a keyword"),
    })
    .prefault({})
    .describe("What is asked for each type"),
  maxWidth: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe("Widest mention in words; null for the longest training entity"),
  loss: z
    .strictObject({
      start: weight.describe("α: how much beginnings count"),
      end: weight.describe("β: how much ends count"),
      match: weight.describe("γ: how much matches count"),
    })
    .prefault({})
    .describe("What is minimised"),
  decode: decodeConfig.prefault({}).describe("How answers become entities"),
});

export type MrcOptions = z.infer<typeof mrcOptions>;

/** The words that are asked for each label, in order. */
export function queriesOf({ file, descriptions, source }: MrcOptions["types"], labels: readonly string[]) {
  const known =
    file !== null
      ? readTypeDescriptions(file)
      : descriptions !== null
        ? parseTypeDescriptions(descriptions, "types.descriptions")
        : undefined;
  return labels.map((label) => [...typeWords(label, known?.get(label) ?? {}, source), ":"]);
}
