import { type Command, Option } from "commander";
import { UserError } from "../../errors.ts";
import { type Device, devices } from "../../graph/index.ts";
import type { DecodeOptions } from "../../models/index.ts";
import type { TaggerOptions } from "../../tagging/index.ts";
import { positiveWhole, probability } from "./numbers.ts";

/** What a command that uses a model lets the user say about it. */
export interface DecodeFlags {
  readonly threshold?: number;
  readonly nested?: boolean;
  readonly flat?: boolean;
  readonly threads?: number;
  readonly int8?: boolean;
  readonly device?: Device;
}

export function addDecodeOptions(command: Command): Command {
  return command
    .option("--threshold <x>", "drop entities with a lower score, 0 to 1", probability)
    .addOption(
      new Option(
        "--nested",
        "entities may contain others; models that tag words (lacuna, tagger, pu2, partial-crf) find none",
      ).conflicts("flat"),
    )
    .option("--flat", "entities never overlap")
    .option("--threads <n>", "CPU threads", positiveWhole)
    .option("--int8", "compute with 8-bit weights: faster, nearly the same scores; see docs/speed.md")
    .addOption(deviceOption());
}

/** Where to compute. */
export function deviceOption(): Option {
  return new Option(
    "--device <name>",
    "where to compute; others than cpu are untested by us, see docs/speed.md (default: cpu)",
  ).choices(devices);
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

export function taggerOptions({ threads, int8, device }: DecodeFlags): TaggerOptions {
  return {
    ...(threads !== undefined && { threads }),
    ...(int8 !== undefined && { int8 }),
    ...(device !== undefined && { device }),
  };
}
