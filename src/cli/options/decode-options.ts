import { type Command, Option } from "commander";
import { UserError } from "../../errors.ts";
import type { DecodeOptions } from "../../models/index.ts";
import type { TaggerOptions } from "../../tagging/index.ts";
import { positiveWhole, probability } from "./numbers.ts";

/** What a command that uses a model lets the user say about it. */
export interface DecodeFlags {
  readonly threshold?: number;
  readonly nested?: boolean;
  readonly flat?: boolean;
  readonly threads?: number;
}

export function addDecodeOptions(command: Command): Command {
  return command
    .option("--threshold <x>", "leave out entities with a lower score, between 0 and 1", probability)
    .addOption(new Option("--nested", "entities may lie within others").conflicts("flat"))
    .option("--flat", "no two entities share a word")
    .option("--threads <n>", "processor threads", positiveWhole);
}

/** How spans become entities; what is not said is as the model was trained. */
export function decodeOptions({ threshold, nested, flat }: DecodeFlags): DecodeOptions {
  if (nested && flat) throw new UserError("--nested and --flat exclude each other");
  return {
    ...(threshold !== undefined && { threshold }),
    ...(nested && { mode: "nested" as const }),
    ...(flat && { mode: "flat" as const }),
  };
}

export function taggerOptions({ threads }: DecodeFlags): TaggerOptions {
  return threads === undefined ? {} : { threads };
}
