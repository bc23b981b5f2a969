import type { Command } from "commander";
import { didYouMean, UserError } from "../../../errors.ts";
import { formatNumber } from "../../../format.ts";
import { printable } from "../../output/printable.ts";

interface Flags {
  readonly out?: string;
  readonly name?: string;
  readonly cache?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export const importExamples = [
  [
    "lacuna encoder import lac python/jieba",
    "make an encoder folder of the Chinese network that an installed jieba holds, and print it",
  ],
] as const;

/** Declares `lacuna encoder import`. */
export function configureImport(command: Command): Command {
  return command
    .description("Make an encoder folder of a model in another form.")
    .argument("<kind>", "lac: the recurrent network that comes with jieba")
    .argument("<dir>", "an installed jieba")
    .option("--out <dir>", "the folder to write (default: lac-bigru in the cache)")
    .option("--name <name>", "what it is called in the cache")
    .option("--cache <dir>", "where models are kept (default: LACUNA_CACHE, else your cache folder)")
    .option("--force", "replace what is there")
    .option("--json", "print the result as JSON")
    .action(async (kind: string, dir: string, { json, ...flags }: Flags) => {
      if (kind !== "lac") {
        throw new UserError(`unknown kind "${kind}"`, {
          hint: `${didYouMean(kind, ["lac"])}choose one of: lac`,
        });
      }
      const { importLac } = await import("../../../hub/index.ts");
      const made = await importLac(dir, flags);
      if (json) return console.log(JSON.stringify(made));
      console.error(
        `${made.architecture}: ${made.layers} layers of 2 × ${made.hidden}, ${formatNumber(made.characters)} characters`,
      );
      console.log(printable(made.dir));
    });
}
