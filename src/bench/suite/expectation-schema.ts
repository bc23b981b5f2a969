import { z } from "zod";

/** Some rows of the tables. What is not named may be anything; of several rows the best is meant. */
const selection = z.strictObject({
  column: z.string().optional().describe("A column of the tables, such as conll03-p0.7"),
  encoder: z.string().optional(),
  row: z.string().optional(),
});

export type Selection = z.infer<typeof selection>;

const claim = z.string().min(1).describe("What is expected, in words");

/** What a suite expects of its results. F1 is that on test, in percent, the mean over seeds. */
export const expectationSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("f1"), claim, of: selection, atLeast: z.number() }),
  z
    .strictObject({
      kind: z.literal("difference"),
      claim,
      of: selection,
      over: selection,
      atLeast: z.number().describe("Points of F1"),
    })
    .describe("How much better one row is than another"),
  z
    .strictObject({
      kind: z.literal("share"),
      claim,
      of: selection,
      over: selection,
      atLeast: z.number().describe("F1 of the one divided by F1 of the other"),
    })
    .describe("How much of another row's F1 is reached"),
  z
    .strictObject({ kind: z.literal("minutes"), claim, of: selection, atMost: z.number().positive() })
    .describe("Time of the slowest run, from reading the data to the test score"),
]);

export type Expectation = z.infer<typeof expectationSchema>;
