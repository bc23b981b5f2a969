import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { ModelFolderReport } from "../../../encoders/index.ts";
import { UserError } from "../../../errors.ts";
import { formatNumber } from "../../../format.ts";
import { printable } from "../../output/printable.ts";

export const inspectExamples = [
  ["lacuna encoder inspect models/tiny", "what a model folder holds, and whether it can be used"],
  ["lacuna encoder inspect models/tiny --json", "the same for a program"],
] as const;

/** Declares `lacuna encoder inspect`. */
export function configureInspect(command: Command): Command {
  return command
    .description("Say what a model folder holds and what keeps it from being used, if anything.")
    .argument(
      "<dir>",
      "a folder with config.json, model.safetensors, and tokenizer.json or vocab.txt; or its name in the cache",
    )
    .option("--json", "print the result as JSON")
    .action(async (dir: string, { json }: { readonly json?: boolean }) => {
      // Loaded here, so that a pull does not load the engine.
      const { inspectEncoderFolder } = await import("../../../encoders/index.ts");
      const { cachedFolder } = await import("../../../hub/index.ts");
      const report = await inspectEncoderFolder(existsSync(dir) ? dir : (cachedFolder(dir) ?? dir));
      if (json) console.log(JSON.stringify({ ...report, dtypes: Object.fromEntries(report.dtypes) }));
      else for (const line of describe(report)) console.log(printable(line));
      const [first, ...others] = report.problems;
      if (first === undefined) return;
      const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
      throw new UserError(`this folder cannot be used as an encoder: ${first}${more}`);
    });
}

const SHOWN = 5;

function* describe(report: ModelFolderReport): Generator<string> {
  const rows: (readonly [string, string | undefined])[] = [
    ["folder", report.dir],
    ["architecture", report.architecture],
    ...sizesOf(report).map(([name, value]) => [spaced(name), shown(value)] as const),
    ["parameters", report.parameters === undefined ? undefined : shown(report.parameters)],
    [
      "tensors",
      [...report.dtypes].map(([dtype, tensors]) => `${shown(tensors)} in ${dtype}`).join(", ") || undefined,
    ],
    [
      "tokeniser",
      report.tokenizer && `${report.tokenizer.type}, ${shown(report.tokenizer.vocabulary)} pieces`,
    ],
    ["longest window", report.maxPieces === undefined ? undefined : `${shown(report.maxPieces)} pieces`],
    ["unused tensors", unused(report.unusedTensors)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) if (value !== undefined) yield `${name.padEnd(width)}  ${value}`;
  // A single problem is told by the error line.
  if (report.problems.length > 1)
    for (const problem of report.problems) yield `${"problem".padEnd(width)}  ${problem}`;
}

/** The sizes, and what is not as in BERT beside them. */
function sizesOf({ sizes }: ModelFolderReport): (readonly [string, unknown])[] {
  if (sizes === undefined) return [];
  return Object.entries(sizes).flatMap(([name, value]): (readonly [string, unknown])[] =>
    typeof value === "object" ? Object.entries(value).filter(([key]) => key !== "kind") : [[name, value]],
  );
}

function unused(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `${shown(names.length)}: ${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? " …" : ""}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(", ");
  return Number.isInteger(value) ? formatNumber(value as number) : String(value);
}

/** `maxPositions` → `max positions`. */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
