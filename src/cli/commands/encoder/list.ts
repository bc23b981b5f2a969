import type { Command } from "commander";
import { counted } from "../../../format.ts";
import { megabytes } from "../../output/megabytes.ts";
import { printable } from "../../output/printable.ts";
import { table } from "../../output/table.ts";

export const listExamples = [
  ["lacuna encoder list", "the encoders in the cache, by the names that --encoder takes"],
] as const;

/** Declares `lacuna encoder list`. */
export function configureList(command: Command): Command {
  return command
    .description("List the encoders in the cache, pulled and imported, by the names that --encoder takes.")
    .option("--cache <dir>", "where encoders are kept (default: LACUNA_CACHE, else your cache folder)")
    .option("--json", "print the result as JSON")
    .action(async ({ cache, json = false }: { readonly cache?: string; readonly json?: boolean }) => {
      const { listEncoders } = await import("../../../hub/index.ts");
      const found = await listEncoders({ cache });
      if (json) return console.log(JSON.stringify(found));
      if (found.length === 0) {
        return console.log(
          "no encoders in the cache; lacuna encoder pull fetches one, lacuna encoder import makes one of an ONNX file",
        );
      }
      const rows = found.map(({ names, architecture, layers, hidden, bytes }) => [
        names[0],
        architecture ?? "not supported",
        layers === undefined ? "–" : `${layers} × ${hidden}`,
        megabytes(bytes),
      ]);
      const sources = found.map(({ origin, source }) =>
        source === undefined ? origin : `${origin}: ${source}`,
      );
      table([["name", "family", "layers × width", "size"], ...rows]).forEach((line, row) => {
        console.log(printable(`${line}  ${["source", ...sources][row]}`));
      });
      const bytes = found.reduce((sum, encoder) => sum + encoder.bytes, 0);
      console.log(`${counted(found.length, "encoder")}, ${megabytes(bytes)}`);
    });
}
