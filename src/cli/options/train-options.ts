import { statSync } from "node:fs";
import type { Command } from "commander";
import { UserError } from "../../errors.ts";
import { methods } from "../../methods/index.ts";
import type { ConfigSources, JsonObject } from "../../training/index.ts";
import { DEFAULT_METHOD, encoderChoice, setValues } from "../../training/index.ts";
import { positiveNumber, positiveWhole, wholeNumber } from "./numbers.ts";

/** What every command that trains lets the user say about it. */
export interface TrainFlags {
  readonly dev?: string;
  readonly from?: string;
  readonly method?: string;
  readonly encoder?: string;
  readonly vectors?: string;
  readonly dictionary?: string;
  readonly seed?: number;
  readonly epochs?: number;
  readonly maxMinutes?: number;
  readonly threads?: number;
  readonly set?: readonly string[];
  readonly config?: string;
}

/** Encoders that need nothing but their name. */
const kinds = encoderChoice.options
  .map(({ shape }) => shape.kind.value)
  .filter((kind) => kind !== "pretrained");

/** `method` is the default method of a command. */
export function addTrainOptions(command: Command, method: string = DEFAULT_METHOD): Command {
  return command
    .option(
      "--dev <file>",
      "completely labelled sentences, for choosing the best epoch and for early stopping",
    )
    .option("--method <name>", `${Object.keys(methods).join(", ")} (default: ${method})`)
    .option("--encoder <name>", `${kinds.join(", ")}, or the folder of a pretrained model (default: cnn)`)
    .option("--vectors <file>", "word vectors (GloVe, word2vec, fastText)")
    .option("--dictionary <folder>", "a dictionary whose matches the model sees as a feature")
    .option("--seed <n>", "random seed; the same seed gives the same model", wholeNumber)
    .option("--epochs <n>", "most passes over the training sentences", positiveWhole)
    .option("--max-minutes <n>", "time limit; the learning-rate schedule is fitted to it", positiveNumber)
    .option("--threads <n>", "CPU threads", positiveWhole)
    .option("--set <key=value...>", "any key of the config, such as encoder.width=256")
    .option(
      "--config <file>",
      "a config as JSON or YAML, such as the config.json of a model; other options override it",
    );
}

/** What the options say about the training config, and where the rest of it is. */
export function trainSources(flags: TrainFlags, train: readonly string[] | undefined): ConfigSources {
  const { dev, from, method, encoder, vectors, dictionary, seed, epochs, maxMinutes, threads } = flags;
  const given: JsonObject = {
    train,
    dev,
    from: from === undefined ? undefined : { model: from },
    method,
    encoder: encoder === undefined ? undefined : encoderNamed(encoder),
    vectors: vectors === undefined ? undefined : { file: vectors },
    dictionary: dictionary === undefined ? undefined : { path: dictionary },
    seed,
    epochs,
    maxMinutes,
    threads,
  };
  return {
    flags: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    set: setValues(flags.set ?? []),
    ...(flags.config !== undefined && { file: flags.config }),
  };
}

function encoderNamed(name: string): JsonObject {
  if ((kinds as readonly string[]).includes(name)) return { kind: name };
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory()) return { kind: "pretrained", dir: name };
  throw new UserError(`unknown encoder "${name}"`, {
    hint: `choose one of: ${kinds.join(", ")}, or the folder of a pretrained model (lacuna encoder pull fetches one)`,
  });
}
