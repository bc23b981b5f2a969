import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { caseModes, type MatchOptions, matchPreset, presets } from "../../dictionary/index.ts";
import { UserError } from "../../errors.ts";
import { wholeNumber } from "./numbers.ts";

/** What a command that matches a dictionary lets the user say about it. */
export type MatchFlags = Pick<
  MatchOptions,
  "case" | "plural" | "match" | "conflict" | "unit" | "minCharacters" | "minTokens" | "maxTokens"
> & {
  readonly preset: string;
  readonly normalise?: MatchOptions["normalisation"];
  readonly stop?: string;
};

export function addMatchOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--preset <name>", "a named set of matching options")
        .choices(Object.keys(presets))
        .default("default"),
    )
    .addOption(
      new Option(
        "--case <mode>",
        "how letter case is compared: smart forgives capitals in the text, heading also those of phrases such as Heart Failure, fold ignores case",
      ).choices(caseModes),
    )
    .addOption(
      new Option("--normalise <form>", "Unicode normalisation before matching").choices([
        "none",
        "nfc",
        "nfkc",
      ]),
    )
    .option("--plural", "match the regular English plural or singular of a phrase's last word too")
    .addOption(
      new Option(
        "--match <how>",
        "longest: from left to right, the longest match; all: nested ones too",
      ).choices(["longest", "all"]),
    )
    .addOption(
      new Option("--conflict <policy>", "which label wins where several match the same words").choices([
        "drop",
        "first",
        "longest",
        "keep-both",
        "drop-tokens",
      ]),
    )
    .addOption(
      new Option("--unit <unit>", "how phrases and text are cut for matching").choices([
        "auto",
        "words",
        "characters",
        "tokens",
      ]),
    )
    .option("--min-characters <n>", "ignore shorter phrases", wholeNumber)
    .option("--min-tokens <n>", "ignore matches of fewer words", wholeNumber)
    .option("--max-tokens <n>", "ignore matches of more words", wholeNumber)
    .option("--stop <file>", "phrases that never match, one per line");
}

/** The options of the preset, overruled by those given one by one. */
export async function matchOptions(flags: MatchFlags): Promise<MatchOptions> {
  const given: Record<string, unknown> = {
    case: flags.case,
    normalisation: flags.normalise,
    plural: flags.plural,
    match: flags.match,
    conflict: flags.conflict,
    unit: flags.unit,
    minCharacters: flags.minCharacters,
    minTokens: flags.minTokens,
    maxTokens: flags.maxTokens,
    stop: flags.stop === undefined ? undefined : await readStopList(flags.stop),
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...matchPreset(flags.preset), ...(Object.fromEntries(set) as MatchOptions) };
}

async function readStopList(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((cause: Error) => {
    throw new UserError(`cannot read the stop list "${path}": ${cause.message}`, { cause });
  });
  return text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
}
