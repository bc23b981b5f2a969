import { posix, win32 } from "node:path";
import { z } from "zod";
import { expectationSchema } from "./expectation-schema.ts";

/** Part of the name of a run, and so of the name of a folder. */
const name = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._+=-]*$/u, "letters, digits and . _ + = - only, a letter or digit first");

const rate = z.number().min(0).lt(1);
const count = z.int().positive();
const set = z.record(z.string(), z.json());

const dataSet = z.union([
  z.strictObject({
    name,
    column: name.optional().describe("Its column in the tables (default: its name)"),
    train: z
      .array(z.string().min(1))
      .min(1)
      .describe("FILE:complete or FILE:partial, seen from the suite's file"),
    dev: z.string().min(1),
    test: z.string().min(1),
  }),
  z
    .strictObject({
      name,
      column: name.optional(),
      embedded: z.literal("demo"),
      sentences: z.strictObject({ train: count, dev: count, test: count }),
    })
    .describe("The corpus that is part of the program"),
]);

const row = z.union([
  name.transform((method) => ({ name: method, method, set: {} })),
  z.strictObject({
    name,
    title: z.string().optional().describe("Its name in the tables (default: name)"),
    method: z.string().min(1),
    set: set.default({}),
  }),
]);

/** Whether an encoder is a folder by its path: what has a separator in it, or begins with a dot. */
const isPath = (encoder: string) => /[/\\]|^\./.test(encoder);

/** The last part of a path of any system. */
const lastPart = (path: string) => posix.basename(win32.normalize(path).replaceAll("\\", "/"));

const encoder = z
  .union([
    z.string(),
    z.strictObject({
      name,
      path: z.string().min(1).exactOptional().describe("A folder, seen from the suite's file"),
    }),
  ])
  // After the choice: what is wrong within one is told as "invalid input".
  .transform((given, context): EncoderChoice => {
    if (typeof given !== "string") return given;
    const own = name.safeParse(isPath(given) ? lastPart(given) : given);
    if (own.success) return isPath(given) ? { name: own.data, path: given } : { name: own.data };
    context.addIssue(`"${given}" needs a name for the tables: {"name": "…", "path": "${given}"}`);
    return z.NEVER;
  });

/** An encoder of a suite: one of the program's own, one in the encoders' folder, or a folder at a path. */
interface EncoderChoice {
  readonly name: string;
  readonly path?: string;
}

const group = z.strictObject({
  data: z.array(name).min(1).describe("Names of data sets"),
  mask: z
    .array(rate)
    .min(1)
    .optional()
    .describe("Chances of a training label to be hidden; without it, files are taken as they are"),
  encoders: z.array(encoder).min(1).describe("cnn, bilstm, transformer, or the folder of a pretrained model"),
  rows: z.array(row).min(1).describe("Methods, or methods with settings of their own"),
  set: set.default({}).describe("Further keys of the config, for all rows"),
  seeds: z.union([count, z.array(z.int().nonnegative()).min(1)]).default(1),
  epochs: count.nullable().default(null),
  minutes: z.number().positive().nullable().default(null),
  vectors: z.string().nullable().default(null).describe("A file, seen from the suite's file"),
  dictionary: z.string().nullable().default(null).describe("A folder, seen from the suite's file"),
});

const published = z.strictObject({
  paper: z.string().min(1),
  where: z.string().min(1).describe("The table or section of the paper"),
  row: z.string().min(1).describe("The method"),
  encoder: z.string().min(1),
  f1: z.record(z.string(), z.number()).describe("Test F1 by columns of the tables"),
});

/** A series of experiments as data: what is run, what is known from papers, what is expected. */
export const suiteSchema = z.strictObject({
  $schema: z.string().optional(),
  format: z.literal(2),
  name: name.optional().describe("What its results are called (default: the name of its file)"),
  out: z
    .string()
    .min(1)
    .optional()
    .describe("Where its results go, seen from its file (default: .bench-results/NAME where it is run)"),
  title: z.string().min(1),
  shows: z.string().min(1).describe("What can be learnt from it, in a few sentences"),
  baseline: name.nullable().default(null).describe("The row that others are compared with"),
  data: z.array(dataSet).min(1),
  groups: z.array(group).min(1),
  published: z.array(published).default([]),
  expectations: z.array(expectationSchema).default([]),
});

export type Suite = z.output<typeof suiteSchema>;
export type DataSet = Suite["data"][number];
export type SuiteGroup = Suite["groups"][number];
export type Published = Suite["published"][number];
