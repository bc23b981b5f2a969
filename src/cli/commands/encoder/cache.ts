import type { Command } from "commander";
import { counted } from "../../../format.ts";
import { megabytes } from "../../output/megabytes.ts";
import { printable } from "../../output/printable.ts";

export const cacheExamples = [
  ["lacuna encoder cache", "the states of frozen encoders on disk: where, of what, how much room they take"],
  ["lacuna encoder cache --clear", "remove them all; they are computed again when needed"],
] as const;

/** Declares `lacuna encoder cache`. */
export function configureCache(command: Command): Command {
  return command
    .description("List the states of frozen encoders that training keeps on disk, or clear them.")
    .option("--clear", "remove all states")
    .option("--json", "print the result as JSON")
    .action(async ({ clear = false, json }: { readonly clear?: boolean; readonly json?: boolean }) => {
      const { clearStates, listStates, statesFolder, statesLimit } = await import(
        "../../../encoders/index.ts"
      );
      const folder = statesFolder(process.env);
      const limit = statesLimit(process.env);
      const kept = listStates(folder);
      const bytes = kept.reduce((sum, own) => sum + own.bytes, 0);
      if (clear) clearStates(folder);
      if (json) {
        console.log(JSON.stringify({ folder, bytes, limit, cleared: clear, kept }));
        return;
      }
      console.log(printable(folder));
      for (const { about, bytes: size, used } of kept) {
        console.log(
          printable(`${megabytes(size).padStart(10)}  ${used.toISOString().slice(0, 16)}  ${about}`),
        );
      }
      const all = `${counted(kept.length, "encoder")}, ${megabytes(bytes)}`;
      console.log(clear ? `removed: ${all}` : `${all} of at most ${megabytes(limit)}`);
    });
}
