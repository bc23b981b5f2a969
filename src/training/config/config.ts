import { z } from "zod";
import { documentReading } from "../../data/index.ts";
import { choose, UserError } from "../../errors.ts";
import type { Method } from "../../methods/index.ts";
import { methods } from "../../methods/index.ts";
import { encoderChoice } from "./encoder.ts";
import { dictionaryChoice, featureChoice, vectorChoice } from "./features.ts";
import { configProblems } from "./problems.ts";
/** The method of a run that names none. */
export const DEFAULT_METHOD = "lacuna";

const count = z.int().positive();

/** The keys that every training config has. Those of the method stand beside them. */
export const commonConfig = z.strictObject({
  format: z.literal(1).default(1).describe("Version of this layout"),
  method: z.string().default(DEFAULT_METHOD).describe("How missing labels are dealt with"),
  seed: z.int().nonnegative().default(1).describe("The same seed and config give the same model"),
  train: z
    .array(z.string().min(1))
    .default([])
    .describe("Files to learn from, each FILE, FILE:complete, FILE:partial or FILE:complete=LABEL,LABEL"),
  dev: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe("File with complete labels for choosing the best epoch; null keeps the last one"),
  encoder: encoderChoice.prefault({ kind: "cnn" }).describe("What turns words into vectors"),
  features: featureChoice.prefault({}).describe("What the encoder is told about each word"),
  vectors: vectorChoice.nullable().default(null).describe("Word vectors made elsewhere; null for none"),
  dictionary: dictionaryChoice
    .nullable()
    .default(null)
    .describe("Dictionary hits as a feature; null for none"),
  documents: documentReading
    .nullable()
    .default(null)
    .describe("Read the sentences of a document together, in windows; null for each sentence by itself"),
  batch: z
    .strictObject({
      sentences: count.default(32).describe("Most sentences of a step"),
      cost: count
        .nullable()
        .default(null)
        .describe(
          "Most words of a step, word-pieces for a transformer; null for no limit, and for four windows with `documents`",
        ),
      pool: count
        .default(32)
        .describe("Batches' worth of sentences that are sorted by length together; 1 for no sorting"),
    })
    .prefault({})
    .describe("How many sentences are learnt from at once"),
  optimiser: z
    .strictObject({
      rate: z
        .number()
        .positive()
        .nullable()
        .default(null)
        .describe("Learning rate; null for 0.003 with cnn and bilstm, 0.001 with a transformer"),
      encoderRate: z
        .number()
        .positive()
        .nullable()
        .default(null)
        .describe("Learning rate of the encoder; null for `rate`, and 0.0002 for a pretrained encoder"),
      decay: z.number().nonnegative().default(0.01).describe("Decoupled weight decay of AdamW"),
      maxNorm: z
        .number()
        .positive()
        .nullable()
        .default(1)
        .describe("Longer gradients are cut to this length; null for never"),
      schedule: z
        .enum(["linear", "cosine", "constant"])
        .default("linear")
        .describe("How the learning rate falls after the warm-up"),
      warmup: z
        .number()
        .min(0)
        .lt(1)
        .default(0.1)
        .describe("Share of the steps in which the learning rate rises"),
      average: z
        .number()
        .gt(0)
        .lt(1)
        .nullable()
        .default(null)
        .describe(
          "Evaluate and keep a moving average of the weights: what is left of the past after a step, e.g. 0.998; null for the weights themselves",
        ),
    })
    .prefault({})
    .describe("How weights are changed"),
  epochs: count
    .nullable()
    .default(null)
    .describe("Passes over the training sentences, at most; null for 20, and 4 with a pretrained encoder"),
  maxMinutes: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe("Minutes that training may take, at most; null for no limit"),
  stopping: z
    .strictObject({
      score: z
        .enum(["f1", "precision", "recall", "macro-f1"])
        .default("f1")
        .describe("The score on dev that tells which epoch is best"),
      patience: count
        .nullable()
        .default(8)
        .describe("Epochs without a better score after which training stops; null for never"),
    })
    .prefault({})
    .describe("When training stops early"),
  threads: count
    .nullable()
    .default(null)
    .describe(
      "Processor threads; null for all there are, up to 8. Another number gives slightly other weights",
    ),
  checkpoint: z
    .strictObject({
      seconds: z
        .number()
        .nonnegative()
        .default(60)
        .describe("Time between checkpoints; 0 for one after each step"),
    })
    .prefault({})
    .describe("How often progress is saved for --resume"),
  evaluation: z
    .strictObject({
      batchCost: count.default(2048).describe("Most words (word-pieces) that are tagged at once"),
    })
    .prefault({})
    .describe("How dev sentences are tagged"),
});

/** Everything that decides the outcome of a run, the keys of the method included. Saved beside the model it made. */
export type TrainConfig = z.output<typeof commonConfig> & Readonly<Record<string, unknown>>;

export type Methods = typeof methods;

/** The keys of a whole config for one method: the common ones, then its own. */
export function configSchema(method: Pick<Method, "name" | "options">): z.ZodObject {
  const own = methodShape(method);
  const twice = Object.keys(own).find((key) => Object.hasOwn(commonConfig.shape, key));
  if (twice !== undefined) {
    throw new Error(`method "${method.name}" has a key "${twice}", which every config has`);
  }
  return z.strictObject({ ...commonConfig.shape, ...own });
}

/** Checks a config and fills in defaults, naming each key that is wrong. `where` is the file, or who else gave it. */
export function parseTrainConfig(value: unknown, where: string, table: Methods = methods): TrainConfig {
  const name = isObject(value) && typeof value.method === "string" ? value.method : DEFAULT_METHOD;
  const method = choose("method", table, name);
  const schema = configSchema(method);
  const result = schema.safeParse(value);
  if (!result.success) refuse(where, configProblems(result.error, schema, value));
  // What a method says about several of its keys together is not part of the merged shape.
  const own = method.options.safeParse(ownKeys(result.data, method));
  if (!own.success) refuse(where, configProblems(own.error, schema, value));
  return { ...result.data, ...(own.data as object) } as TrainConfig;
}

/** What a config says to its method, for `Method.learn`. */
export function methodOptions(config: TrainConfig, method: Pick<Method, "name" | "options">): unknown {
  return method.options.parse(ownKeys(config, method));
}

function ownKeys(config: object, method: Pick<Method, "name" | "options">): Record<string, unknown> {
  const own = methodShape(method);
  return Object.fromEntries(Object.entries(config).filter(([key]) => Object.hasOwn(own, key)));
}

function methodShape({ name, options }: Pick<Method, "name" | "options">): z.ZodRawShape {
  if (!(options instanceof z.ZodObject))
    throw new Error(`the options of method "${name}" are no object of keys`);
  return options.shape;
}

function refuse(where: string, problems: readonly string[]): never {
  throw new UserError([`${where} is not valid`, ...problems.map((line) => `  ${line}`)].join("\n"));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
