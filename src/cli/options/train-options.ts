import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Command } from "commander";
import { UserError } from "../../errors.ts";
import type { Device } from "../../graph/index.ts";
import { encoderFolder } from "../../hub/index.ts";
import { methods } from "../../methods/index.ts";
import { nearestName } from "../../nearest-name.ts";
import type { ConfigSources, JsonObject } from "../../training/index.ts";
import { DEFAULT_METHOD, encoderChoice, setValues } from "../../training/index.ts";
import { addReadOptions, type ReadFlags, readOptions } from "./corpus-options.ts";
import { deviceOption } from "./decode-options.ts";
import { positiveNumber, positiveWhole, wholeNumber } from "./numbers.ts";

/** What every command that trains lets the user say about it. */
export interface TrainFlags extends Omit<ReadFlags, "from"> {
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
  readonly device?: Device;
  readonly set?: readonly string[];
  readonly config?: string;
}

/** Encoders that need nothing but their name. */
const kinds = encoderChoice.options
  .map(({ shape }) => shape.kind.value)
  .filter((kind) => kind !== "pretrained");

/** `method` is the default method of a command; null for one that has no choice. */
export function addTrainOptions(command: Command, method: string | null = DEFAULT_METHOD): Command {
  const read = addReadOptions(command, "--input-format");
  if (method !== null) {
    read.option("--method <name>", `${Object.keys(methods).join(", ")} (default: ${method})`);
  }
  return read
    .option(
      "--dev <file>",
      "completely labelled sentences, for choosing the best epoch and for early stopping; 10% or 200 (train only) sets so many of the complete training sentences aside",
    )
    .option(
      "--encoder <name>",
      `${kinds.join(", ")}, or the folder or name of a pretrained model, see lacuna encoder (default: cnn)`,
    )
    .option(
      "--vectors <file|name>",
      "word vectors: a file (GloVe, word2vec, fastText), or a name (lacuna vectors)",
    )
    .option("--dictionary <folder>", "a dictionary whose matches the model sees as a feature")
    .option("--seed <n>", "random seed; the same seed gives the same model", wholeNumber)
    .option("--epochs <n>", "most passes over the training sentences", positiveWhole)
    .option("--max-minutes <n>", "time limit; the learning-rate schedule is fitted to it", positiveNumber)
    .option("--threads <n>", "CPU threads", positiveWhole)
    .addOption(deviceOption())
    .option("--set <key=value...>", "any key of the config, such as encoder.width=256")
    .option(
      "--config <file>",
      "a config as JSON or YAML, such as the config.json of a model; other options override it",
    );
}

/** What the options say about the training config, and where the rest of it is. */
export function trainSources(flags: TrainFlags, train: readonly string[] | undefined): ConfigSources {
  const { dev, from, method, encoder, vectors, dictionary, seed, epochs, maxMinutes, threads, device } =
    flags;
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
    device,
    reading: readingNamed(flags),
  };
  return {
    flags: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    set: setValues(flags.set ?? []),
    ...(flags.config !== undefined && { file: flags.config }),
  };
}

/** How files are to be read, as a part of a config; undefined where nothing is said. `--from` is a model here, not a format. */
export function readingNamed({ from: _, ...flags }: ReadFlags): JsonObject | undefined {
  const stated = readOptions(flags) as JsonObject;
  return Object.keys(stated).length === 0 ? undefined : stated;
}

function encoderNamed(name: string): JsonObject {
  if ((kinds as readonly string[]).includes(name)) return { kind: name };
  if (statSync(name, { throwIfNoEntry: false })?.isFile()) {
    throw new UserError(`the encoder "${name}" is a file, not a folder`, {
      hint: /\.(?:onnx|tgz)$/.test(name)
        ? "lacuna encoder import makes an encoder of it"
        : "name the folder of the pretrained model",
    });
  }
  // The name stays as it is: a config says which encoder, and every machine has its own cache.
  encoderFolder(name, kinds, { near: nearestFolder(name) });
  return { kind: "pretrained", dir: name };
}

/** A folder of a like name, where this one was looked for. */
function nearestFolder(path: string): string | undefined {
  const parent = dirname(path);
  try {
    const folders = readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const near = nearestName(
      basename(path),
      folders.map(({ name }) => name),
    );
    return near === undefined ? undefined : join(parent, near);
  } catch {
    return undefined;
  }
}
