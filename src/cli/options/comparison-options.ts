import { existsSync, statSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { type Comparison, suiteNames } from "../../bench/index.ts";
import { parseCorpusSpec } from "../../data/index.ts";
import { findVectors } from "../../encoders/index.ts";
import { choose, UserError } from "../../errors.ts";
import { encoderFolder } from "../../hub/index.ts";
import { methods } from "../../methods/index.ts";
import { encoderChoice, setValues } from "../../training/index.ts";
import { positiveNumber, positiveWhole } from "./numbers.ts";

/** What `bench` lets the user say in place of a suite. */
export interface ComparisonFlags {
  readonly train?: readonly string[];
  readonly dev?: string;
  readonly test?: string;
  readonly methods?: readonly string[];
  readonly encoders?: readonly string[];
  readonly mask?: readonly number[];
  readonly baseline?: string;
  readonly epochs?: number;
  readonly maxMinutes?: number;
  readonly vectors?: string;
  readonly dictionary?: string;
  readonly set?: readonly string[];
  readonly seeds?: number;
  readonly data?: string;
}

/** Encoders that need nothing but their name. */
const kinds: ReadonlySet<string> = new Set(encoderChoice.options.map(({ shape }) => shape.kind.value));

const own = [
  ...["train", "dev", "test", "methods", "encoders", "mask", "baseline"],
  ...["epochs", "maxMinutes", "vectors", "dictionary", "set"],
] as const satisfies readonly string[];

export function addComparisonOptions(command: Command): Command {
  return command
    .optionsGroup("In place of a suite:")
    .option("--train <file...>", "training files, each with :complete or :partial")
    .option("--dev <file>", "sentences that choose the best epoch")
    .option("--test <file>", "sentences that are scored once, at the end")
    .option("--methods <name,…>", `${Object.keys(methods).join(", ")}`, names)
    .option(
      "--encoders <name,…>",
      "cnn, bilstm, transformer, folders or names of pretrained models (default: cnn)",
      names,
    )
    .option("--mask <p,…>", "hide each training label with this probability", masks)
    .option("--baseline <method>", "what others are compared with (default: ce or tagger)")
    .option("--epochs <n>", "most epochs of the main training", positiveWhole)
    .option("--max-minutes <n>", "time limit of each training", positiveNumber)
    .option("--vectors <file|name>", "word vectors, as a file or by name (lacuna vectors)")
    .option("--dictionary <folder>", "a dictionary whose matches the models see")
    .option("--set <key=value...>", "any key of the config, for all methods");
}

/** What is to be compared; says what is missing. */
export function comparisonOf(flags: ComparisonFlags): Comparison {
  const { train, dev, test, methods: wanted, encoders, mask, baseline, set } = flags;
  const { epochs, maxMinutes, vectors, dictionary, seeds } = flags;
  const missing = Object.entries({ train, dev, test, methods: wanted })
    .filter(([, value]) => value === undefined)
    .map(([name]) => `--${name}`);
  if (train === undefined || dev === undefined || test === undefined || wanted === undefined) {
    throw new UserError(
      missing.length === 4
        ? "what is to be run?"
        : `a bench without a suite also needs ${missing.join(", ")}`,
      {
        hint: `name a suite (${suiteNames.join(", ")}, or your own .json or .yaml file), or give --train, --dev, --test and --methods`,
      },
    );
  }
  if (flags.data !== undefined) {
    throw new UserError("--data is for suites; without one, paths are seen from the folder you are in");
  }
  for (const file of [...train, dev, test]) checkPath(parseCorpusSpec(file).path);
  if (vectors !== undefined) findVectors(vectors, process.env);
  if (dictionary !== undefined) checkPath(dictionary);
  return {
    train,
    dev,
    test,
    methods: wanted.map(methodNamed),
    ...(encoders !== undefined && { encoders: encoders.map(encoderNamed) }),
    ...(mask !== undefined && { mask }),
    ...(seeds !== undefined && { seeds }),
    ...(epochs !== undefined && { epochs }),
    ...(maxMinutes !== undefined && { minutes: maxMinutes }),
    ...(vectors !== undefined && { vectors }),
    ...(dictionary !== undefined && { dictionary }),
    ...(set !== undefined && { set: setValues(set) }),
    ...(baseline !== undefined && { baseline: methodNamed(baseline) }),
  };
}

/** Refuses options that a suite says itself. */
export function refuseComparison(flags: ComparisonFlags, suite: string): void {
  const given = own.filter((name) => flags[name] !== undefined);
  if (given.length === 0) return;
  const shown = given.map((name) => `--${name.replace("maxMinutes", "max-minutes")}`).join(", ");
  throw new UserError(`${shown}: the suite "${suite}" says this itself`, {
    hint: "leave out the suite to compare methods by options, or write it into a suite of your own",
  });
}

function checkPath(path: string): void {
  if (!existsSync(path)) throw new UserError(`no such file or folder: "${path}"`);
}

function methodNamed(name: string): string {
  return choose("method", methods, name).name;
}

/** A kind of encoder, or a folder as a path. */
function encoderNamed(name: string): string {
  if (kinds.has(name) && name !== "pretrained") return name;
  const folder = encoderFolder(name, ["cnn", "bilstm", "transformer"]);
  if (!statSync(folder).isDirectory()) throw new UserError(`the encoder "${name}" is a file, not a folder`);
  return /[/\\]|^\./.test(folder) ? folder : `./${folder}`;
}

function names(text: string): string[] {
  const list = text.split(",").map((name) => name.trim());
  if (list.includes("")) throw new InvalidArgumentError("it must be names with commas between them.");
  return [...new Set(list)];
}

function masks(text: string): number[] {
  const list = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (!list.every((value) => value >= 0 && value < 1)) {
    throw new InvalidArgumentError("it must be probabilities from 0 to below 1, with commas between them.");
  }
  return [...new Set(list)];
}
