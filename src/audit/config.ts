import { z } from "zod";
import { UserError } from "../errors.ts";
import { devices } from "../graph/index.ts";
import { dictionaryChoice, parseTrainConfig, readingChoice, type TrainConfig } from "../training/index.ts";

/** Default number of folds, and so of models. */
export const DEFAULT_FOLDS = 4;

/** Default training method of the models: one that scores spans, so that overlapping spans get scores too. */
export const DEFAULT_AUDIT_METHOD = "weighted";

const schema = z.strictObject({
  format: z.literal(1).default(1).describe("Version of this layout"),
  data: z
    .array(z.string().min(1))
    .min(1)
    .describe("Files to audit, each FILE or FILE:partial, or FILE:complete for labels that can be trusted"),
  reading: readingChoice.nullable().default(null).describe("How files are read; null detects everything"),
  way: z
    .enum(["folds", "fast", "model"])
    .default("folds")
    .describe(
      "`folds`: a model for each fold; `fast`: a new head for each fold, on one encoder; `model`: a model that is trained already",
    ),
  folds: z
    .int()
    .min(2)
    .default(DEFAULT_FOLDS)
    .describe("Number of folds; each is predicted by a model trained on the others"),
  model: z.string().min(1).nullable().default(null).describe("The folder of the model, for `way: model`"),
  minutes: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe("Time limit of the whole audit, divided among the models; null for none"),
  dictionary: dictionaryChoice
    .nullable()
    .default(null)
    .describe("A dictionary whose hits are shown as evidence; null for that of the training config, or none"),
  device: z
    .enum(devices)
    .default("cpu")
    .describe("Where a model that is trained already computes, for `way: model`"),
  seed: z.int().nonnegative().default(1).describe("Seed of folds and intervals"),
  train: z.unknown().describe("The training config of the models; null for `way: model`"),
});

/** Everything that decides the outcome of an audit. Saved in its folder. */
export type AuditConfig = Omit<z.output<typeof schema>, "train"> & { readonly train: TrainConfig | null };

/** Checks a config and fills in defaults. `where` is the file, or who else gave it. */
export function parseAuditConfig(value: unknown, where: string): AuditConfig {
  const result = schema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new UserError(`${where} is not valid: "${issue!.path.join(".")}": ${issue!.message}`);
  }
  const { train, ...config } = result.data;
  if ((config.way === "model") !== (config.model !== null)) {
    throw new UserError(
      `${where} is not valid: the way "model" needs a model, and other ways train their own`,
    );
  }
  if (config.model !== null) return { ...config, train: null };
  return {
    ...config,
    train: parseTrainConfig(
      {
        method: DEFAULT_AUDIT_METHOD,
        ...(train as object),
        train: config.data,
        ...(config.reading !== null && { reading: config.reading }),
      },
      where,
    ),
  };
}
