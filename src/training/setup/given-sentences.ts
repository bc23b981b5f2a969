import { z } from "zod";
import { parseCompleteness, type Sentence } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { counted } from "../../format.ts";
import { devNotices, devWarnings, labelsOf, type TrainingData } from "./read-training-data.ts";

/** A labelled sentence as a program has it: words, entities, and what is not labelled means (default: complete). */
export interface GivenSentence extends Partial<Omit<Sentence, "tokens" | "entities">> {
  readonly tokens: readonly string[];
  readonly entities: readonly { readonly start: number; readonly end: number; readonly label: string }[];
}

/** Sentences to train on that a program has at hand. */
export interface GivenData {
  readonly train: Iterable<GivenSentence>;
  readonly dev?: Iterable<GivenSentence>;
  /** What the user should know about them before training. */
  readonly notices?: readonly string[];
}

/** What stands in a config for the files that sentences would come from. */
export const GIVEN = "(sentences given by a program)";

const wholeNumber = z.int().nonnegative();
const sentenceShape = z.looseObject({
  tokens: z.array(z.string()),
  entities: z.array(z.looseObject({ start: wholeNumber, end: wholeNumber, label: z.string().min(1) })),
  completeness: z
    .union(
      [z.string(), z.looseObject({ complete: z.array(z.string()) })],
      "expected complete, partial or { complete: [labels] }",
    )
    .optional(),
  source: z.string().optional(),
  doc: z.string().optional(),
  unknown: z.array(wholeNumber).optional(),
  outside: z.array(wholeNumber).optional(),
});

/** Checks sentences that a program gives, and says which one is wrong and how. */
export function givenData(
  { train, dev = [], notices = [] }: GivenData,
  known: readonly string[] = [],
): TrainingData {
  const told: string[] = [];
  const data = { train: givenSentences(train, "train", told), dev: givenSentences(dev, "dev", told) };
  if (data.train.length === 0) {
    throw new UserError('there is nothing to train on: "train" has no sentence with words');
  }
  const labels = new Set([...labelsOf(data.train), ...known]);
  const hasDev = data.dev.length > 0;
  return {
    ...data,
    notices: [...notices, ...told, ...(hasDev ? devNotices(labels, data.dev, "dev") : [])],
    warnings: hasDev ? [...devWarnings(data, "dev")] : [],
  };
}

function givenSentences(given: unknown, where: "train" | "dev", notices: string[]): Sentence[] {
  if (typeof given === "string" || !isIterable(given)) {
    throw new UserError(`"${where}" must be sentences, not ${shown(given)}`, {
      hint: 'a sentence is { tokens: ["Ann", "left"], entities: [{ start: 0, end: 1, label: "PER" }] }',
    });
  }
  let [unsaid, empty, at] = [0, 0, 0];
  const sentences: Sentence[] = [];
  for (const value of given) {
    const sentence = checked(value, `${where}[${at++}]`);
    if (sentence.tokens.length === 0) empty++;
    else sentences.push(sentence);
    if ((value as GivenSentence).completeness === undefined) unsaid++;
  }
  // What dev labels is taken as it stands, as from a file.
  if (unsaid > 0 && where === "train") {
    notices.push(
      `${counted(unsaid, "sentence")} of "train" ${unsaid === 1 ? "does" : "do"} not say whether the labels are complete; taken as complete (completeness: "partial" if some may be missing)`,
    );
  }
  if (empty > 0) notices.push(`dropped: ${counted(empty, "sentence")} of "${where}" without words`);
  return sentences;
}

function checked(value: unknown, where: string): Sentence {
  const result = sentenceShape.safeParse(value);
  if (!result.success) {
    const { path, message } = result.error.issues[0]!;
    const key = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    throw new UserError(`${where}${key}: ${message[0]!.toLowerCase()}${message.slice(1)}`, {
      hint: 'a sentence is { tokens: ["Ann", "left"], entities: [{ start: 0, end: 1, label: "PER" }] }',
    });
  }
  const { tokens, entities, unknown = [], outside = [] } = result.data;
  entities.forEach(({ start, end }, i) => {
    if (start < end && end <= tokens.length) return;
    const why = start >= end ? "it has no word" : `the sentence has ${counted(tokens.length, "word")}`;
    throw new UserError(`${where}.entities[${i}] is from word ${start} to before word ${end}: ${why}`, {
      hint: "start is the first word, from 0, and end the one after the last",
    });
  });
  for (const [name, words] of [
    ["unknown", unknown],
    ["outside", outside],
  ] as const) {
    const wrong = words.find((word) => word >= tokens.length);
    if (wrong !== undefined) {
      throw new UserError(
        `${where}.${name} names word ${wrong}: the sentence has ${counted(tokens.length, "word")}`,
      );
    }
  }
  const { completeness = "complete", source = "program" } = value as GivenSentence;
  const said = typeof completeness === "string" ? parseCompleteness(completeness) : completeness;
  return { ...(value as GivenSentence), completeness: said, source };
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

/** A value in a message, on one line and not too long. */
export function shown(value: unknown): string {
  const text = typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
