import type { Command } from "commander";
import { counted, formatNumber } from "../../../format.ts";
import { printable } from "../../output/printable.ts";

export const listExamples = [
  ["lacuna vectors list", "the word vectors in the cache, with size and origin"],
] as const;

/** Declares `lacuna vectors list`. */
export function configureList(command: Command): Command {
  return command
    .description("List the word vectors in the cache, which --vectors knows by name.")
    .option("--json", "print the result as JSON")
    .action(async ({ json }: { readonly json?: boolean }) => {
      const { listVectors, vectorsFolder } = await import("../../../encoders/index.ts");
      const folder = vectorsFolder(process.env);
      const vectors = await listVectors(process.env);
      if (json) {
        console.log(JSON.stringify({ folder, vectors }));
        return;
      }
      console.log(printable(folder));
      const width = Math.max(0, ...vectors.map(({ name }) => name.length));
      for (const { name, words, dim, bytes, source } of vectors) {
        const size = `${formatNumber(words).padStart(9)} words × ${dim}  ${(bytes / 2 ** 20).toFixed(1).padStart(7)} MB`;
        console.log(printable(`${name.padEnd(width)}  ${size}  from ${source}`));
      }
      console.log(counted(vectors.length, "set of word vectors", "sets of word vectors"));
    });
}
