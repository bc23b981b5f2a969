import { type Command, Option } from "commander";
import type { ReadCorpusOptions, WriteCorpusOptions } from "../../data/index.ts";
import { formats, type TagScheme, tagSchemes } from "../../data/index.ts";
import { type OffsetUnit, offsetUnits } from "../../text/index.ts";
import { wholeNumber } from "./numbers.ts";

/** What every command that reads a corpus lets the user say about it. */
export interface ReadFlags {
  readonly from?: string;
  /** The same for commands that train. */
  readonly inputFormat?: string;
  readonly scheme?: TagScheme;
  readonly tokenColumn?: number;
  readonly tagColumn?: readonly number[];
  readonly offsets?: OffsetUnit;
  readonly tagNames?: readonly string[];
  readonly textField?: string;
  readonly labelField?: string;
  readonly wholeRecords?: boolean;
}

/** What every command that writes a corpus lets the user say about it. */
export interface WriteFlags {
  readonly to?: string;
  readonly toScheme?: TagScheme;
  readonly toOffsets?: OffsetUnit;
}

const formatNames = Object.keys(formats);
const writableFormats = Object.values(formats)
  .filter((format) => "write" in format)
  .map(({ name }) => name);

/** `format` is how a command calls the format that it reads: `train --from` would be a model. */
export function addReadOptions(command: Command, format: "--from" | "--input-format" = "--from"): Command {
  return command
    .addOption(
      new Option(`${format} <format>`, "format of the input; detected by default").choices(formatNames),
    )
    .addOption(new Option("--scheme <scheme>", "tagging scheme of a column file").choices(tagSchemes))
    .option("--token-column <n>", "column of the words, counted from 0", wholeNumber)
    .option(
      "--tag-column <n,…>",
      "column of the tags, counted from 0; several for nested layers, -1 for the last",
      wholeNumbers,
    )
    .addOption(new Option("--offsets <unit>", "unit of character offsets").choices(offsetUnits))
    .option("--tag-names <name,…>", "names behind numeric ner_tags, in order", (text) => text.split(","))
    .option("--text-field <name>", "field of a JSON record, or column of a CSV file, that holds the text")
    .option("--label-field <name>", "field or column that holds the entities; found by itself by default")
    .option("--whole-records", "keep each text of an annotation tool as one sentence, however long");
}

/** `format` is how a command calls the format that it writes; `others` are what else it can write. */
export function addWriteOptions(command: Command, format = "--to", others: readonly string[] = []): Command {
  return command
    .addOption(
      new Option(`${format} <format>`, "format of the output; by default told from the file's name").choices([
        ...new Set([...writableFormats, ...others]),
      ]),
    )
    .addOption(
      new Option("--to-scheme <scheme>", "tagging scheme of a column file that is written").choices(
        tagSchemes,
      ),
    )
    .addOption(
      new Option("--to-offsets <unit>", "unit of character offsets in the output").choices(offsetUnits),
    );
}

export function readOptions(flags: ReadFlags): ReadCorpusOptions {
  const format = flags.from ?? flags.inputFormat;
  return {
    ...(format !== undefined && { format }),
    ...(flags.scheme !== undefined && { scheme: flags.scheme }),
    ...(flags.tokenColumn !== undefined && { tokenColumn: flags.tokenColumn }),
    ...(flags.tagColumn !== undefined && { tagColumns: flags.tagColumn }),
    ...(flags.offsets !== undefined && { offsetUnit: flags.offsets }),
    ...(flags.tagNames !== undefined && { tagNames: flags.tagNames }),
    ...(flags.textField !== undefined && { textField: flags.textField }),
    ...(flags.labelField !== undefined && { labelField: flags.labelField }),
    ...(flags.wholeRecords && { wholeRecords: true }),
  };
}

export function writeOptions(flags: WriteFlags): WriteCorpusOptions {
  return {
    ...(flags.to !== undefined && { format: flags.to }),
    ...(flags.toScheme !== undefined && { scheme: flags.toScheme }),
    ...(flags.toOffsets !== undefined && { offsetUnit: flags.toOffsets }),
  };
}

function wholeNumbers(text: string): number[] {
  return text.split(",").map(wholeNumber);
}
