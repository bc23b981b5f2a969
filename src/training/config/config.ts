import { z } from "zod";
import { documentReading } from "../../data/index.ts";
import { choose, didYouMean, UserError } from "../../errors.ts";
import { devices } from "../../graph/index.ts";
import { type Method, methods } from "../../methods/index.ts";
import { encoderChoice } from "./encoder.ts";
import { dictionaryChoice, featureChoice, vectorChoice } from "./features.ts";
import type { Methods } from "./own-method.ts";
import { configProblems } from "./problems.ts";
import { readingChoice } from "./reading.ts";

/** The version of the layout that this program writes. */
const FORMAT = 2;

/** The method of a run that names none. */
export const DEFAULT_METHOD = "lacuna";

const count = z.int().positive();

/** The keys that every training config has. Those of the method stand beside them. */
export const commonConfig = z.strictObject({
  format: z.literal(FORMAT).default(FORMAT).describe("Version of this layout; older ones are upgraded"),
  method: z.string().default(DEFAULT_METHOD).describe("How missing labels are dealt with, see docs/methods"),
  seed: z
    .int()
    .nonnegative()
    .default(1)
    .describe("The same seed, config and data give the same model; change it to see how much luck there is"),
  train: z
    .array(z.string().min(1))
    .default([])
    .describe("Files to learn from, each FILE, FILE:complete, FILE:partial or FILE:complete=LABEL,LABEL"),
  dev: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      "File with complete labels that chooses the best epoch; `10%` or a number sets so many of the complete training sentences aside; null keeps the last epoch",
    ),
  reading: readingChoice
    .nullable()
    .default(null)
    .describe("How training and dev files are read; null detects everything"),
  from: z
    .strictObject({
      model: z.string().min(1).describe("Folder of the model"),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "expected 64 hexadecimal digits")
        .nullable()
        .default(null)
        .describe("Of its weights, as they must be; null for any. Filled in when the run begins"),
    })
    .nullable()
    .default(null)
    .describe(
      "A model to go on with: its weights are where training begins, and its encoder and method the defaults. null begins from scratch",
    ),
  encoder: encoderChoice.prefault({ kind: "cnn" }).describe("What turns words into vectors"),
  statesCache: z
    .enum(["float16", "float32", "off"])
    .default("float16")
    .describe(
      "How the states of frozen layers are kept between epochs and runs, see `lacuna encoder cache`; off computes them again in every step",
    ),
  features: featureChoice.prefault({}).describe("What the encoder is told about each word"),
  vectors: vectorChoice.nullable().default(null).describe("Pretrained word vectors; null for none"),
  dictionary: dictionaryChoice
    .nullable()
    .default(null)
    .describe("Dictionary hits as a feature; null for none"),
  documents: documentReading
    .nullable()
    .default(null)
    .describe(
      "Read the sentences of a document together, in windows; null reads each by itself. Worth it where names are introduced once and then shortened",
    ),
  batch: z
    .strictObject({
      sentences: count
        .nullable()
        .default(null)
        .describe("Sentences per step, at most; default: 32, and no limit where `tokens` decides"),
      tokens: count
        .nullable()
        .default(null)
        .describe(
          "Tokens per step, at most (word-pieces for a transformer); default: 300 with cnn unless `sentences` is given, four windows with `documents`, else no limit. Lower it if memory runs out",
        ),
      growth: z
        .strictObject({
          from: count.describe("Tokens of the first step, at most"),
          factor: z.number().gt(1).max(2).default(1.001).describe("How many times as many each step has"),
        })
        .nullable()
        .default(null)
        .describe("Steps that begin with few tokens and grow up to `tokens`; null for steps of one size"),
      pool: count
        .nullable()
        .default(null)
        .describe(
          "Batches' worth of sentences that are sorted by length together; 1 for no sorting; default: 1 with cnn where `tokens` decides, else 32",
        ),
    })
    .prefault({})
    .describe("How many sentences are learnt from at once"),
  optimiser: z
    .strictObject({
      learningRate: z
        .number()
        .positive()
        .nullable()
        .default(null)
        .describe(
          "Learning rate; default: 0.003 with cnn and bilstm, 0.001 with a transformer (0.002 if all its layers are frozen), and a third of that with `from`. Halve it if the loss jumps",
        ),
      encoderLearningRate: z
        .number()
        .positive()
        .nullable()
        .default(null)
        .describe(
          "Learning rate of the encoder; default: `learningRate`, and 0.0002 for a pretrained encoder (a third of that with `from`)",
        ),
      weightDecay: z.number().nonnegative().default(0.01).describe("Decoupled weight decay of AdamW"),
      clipNorm: z
        .number()
        .positive()
        .nullable()
        .default(1)
        .describe("Gradients are clipped to this global norm; null for never"),
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
      ema: z
        .number()
        .gt(0)
        .lt(1)
        .nullable()
        .default(null)
        .describe(
          "Decay of an exponential moving average of the weights, which is then what is scored and kept, e.g. 0.998; null for the weights themselves",
        ),
    })
    .prefault({})
    .describe("How weights are updated"),
  epochs: count
    .nullable()
    .default(null)
    .describe(
      "Passes over the training sentences, at most; default: 20, and 4 with a pretrained encoder that is trained itself",
    ),
  maxMinutes: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe("Minutes that training may take, at most; the schedule is fitted to them. null for no limit"),
  stopping: z
    .strictObject({
      score: z
        .enum(["f1", "precision", "recall", "macro-f1"])
        .default("f1")
        .describe("The dev score that chooses the best epoch"),
      patience: count
        .nullable()
        .default(8)
        .describe("Epochs without a better score after which training stops; null for never"),
      everySteps: count
        .nullable()
        .default(null)
        .describe(
          "Score the dev sentences after so many steps too, not only after each epoch: for long epochs, in which the best weights may lie; null for after epochs only",
        ),
    })
    .prefault({})
    .describe("When training stops early"),
  threads: count
    .nullable()
    .default(null)
    .describe(
      "Processor threads; default: all, up to 8. Another number rounds differently, so the weights differ slightly",
    ),
  device: z
    .enum(devices)
    .default("cpu")
    .describe(
      "Where graphs are computed: the processor, or another provider of ONNX Runtime (docs/speed.md). Another device rounds differently, so a run is resumed on the one it was begun on",
    ),
  checkpoint: z
    .strictObject({
      seconds: z
        .number()
        .nonnegative()
        .default(60)
        .describe("Seconds between checkpoints; 0 for one after each step"),
    })
    .prefault({})
    .describe("How often progress is saved for --resume"),
});

/** Everything that decides the outcome of a run, the keys of the method included. Saved beside the model it made. */
export type TrainConfig = z.output<typeof commonConfig> & Readonly<Record<string, unknown>>;

/** The keys of a whole config for one method: the common ones, then its own. */
export function configSchema(method: Pick<Method, "name" | "options">): z.ZodObject {
  const own = method.options.shape;
  const twice = Object.keys(own).find((key) => Object.hasOwn(commonConfig.shape, key));
  if (twice !== undefined) {
    throw new Error(`method "${method.name}" has a key "${twice}", which every config has`);
  }
  return z.strictObject({ ...commonConfig.shape, ...own });
}

/** Checks a config and fills in defaults, naming each key that is wrong. `where` is the file, or who else gave it. */
export function parseTrainConfig(value: unknown, where: string, table: Methods = methods): TrainConfig {
  const name = isObject(value) && typeof value.method === "string" ? value.method : DEFAULT_METHOD;
  const method = chooseMethod(name, table, isObject(value) && Object.hasOwn(value, "format"));
  const schema = configSchema(method);
  const result = schema.safeParse(value);
  if (!result.success) refuse(where, configProblems(result.error, schema, value));
  // What a method says about several of its keys together is not part of the merged shape.
  const own = method.options.safeParse(methodOptions(result.data, method));
  if (!own.success) refuse(where, configProblems(own.error, schema, value));
  return { ...result.data, ...own.data } as TrainConfig;
}

/** The method of a name. A config that was saved may name one that only the program has that trained by it. */
function chooseMethod(name: string, table: Methods, isSaved: boolean): Method {
  if (!isSaved || Object.hasOwn(table, name)) return choose("method", table, name);
  const names = Object.keys(table).sort().join(", ");
  throw new UserError(`unknown method "${name}"`, {
    hint: `${didYouMean(name, Object.keys(table))}choose one of: ${names}; if "${name}" is a method of one's own, go on in the program that has it: train({ method, … })`,
  });
}

/** What a config says to its method, for `Method.configure`. */
export function methodOptions(
  config: object,
  { options: { shape } }: Pick<Method, "options">,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([key]) => Object.hasOwn(shape, key)));
}

function refuse(where: string, problems: readonly string[]): never {
  throw new UserError([`${where} is not valid`, ...problems.map((line) => `  ${line}`)].join("\n"));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
