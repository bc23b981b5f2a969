import { type Command, InvalidArgumentError } from "commander";
import { printable } from "../../output/printable.ts";
import { PullProgress } from "../../progress/pull-progress.ts";

interface Flags {
  readonly cache?: string;
  readonly force?: boolean;
  readonly offline?: boolean;
  readonly sha256?: ReadonlyMap<string, string>;
  readonly json?: boolean;
}

export const pullExamples = [
  [
    "lacuna encoder pull sentence-transformers/all-MiniLM-L6-v2",
    "fetch a model of the Hugging Face hub into the cache and print its folder",
  ],
  ["lacuna encoder pull bert-base-cased@main --offline", "only look whether it was pulled before"],
  [
    "lacuna encoder pull https://example.org/models/tiny --cache models",
    "fetch the files of a folder on any web server into ./models",
  ],
] as const;

/** Declares `lacuna encoder pull`. */
export function configurePull(command: Command): Command {
  return command
    .description("Fetch a pretrained model into the cache and print its folder, for --encoder.")
    .argument("<name|url>", "org/name, name, either with @revision, or the URL of a folder")
    .option("--cache <dir>", "where models are kept (default: LACUNA_CACHE, else your cache folder)")
    .option("--force", "fetch again what is already there")
    .option("--offline", "use the cache only (also LACUNA_OFFLINE=1)")
    .option("--sha256 <file=hash>", "the checksum that a file must have; may be repeated", addChecksum)
    .option("--json", "print {dir, files, bytes} as JSON")
    .action(async (name: string, { json, ...flags }: Flags) => {
      const { pullEncoder } = await import("../../../hub/index.ts");
      const progress = new PullProgress();
      try {
        const { dir, files, bytes } = await pullEncoder(name, { ...flags, onEvent: progress.onEvent });
        progress.stop();
        console.log(json ? JSON.stringify({ dir, files, bytes }) : printable(dir));
      } finally {
        progress.stop();
      }
    });
}

function addChecksum(text: string, before: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const found = /^([A-Za-z0-9_][\w.-]*)=([0-9a-f]{64})$/i.exec(text);
  if (found === null)
    throw new InvalidArgumentError("write it as FILE=HASH, the hash in 64 hexadecimal digits.");
  return new Map(before).set(found[1]!, found[2]!.toLowerCase());
}
