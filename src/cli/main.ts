#!/usr/bin/env node
import { lacunaVersion } from "../lacuna-version.ts";
import type { CommandDefinition } from "./command.ts";
import { printable } from "./output/printable.ts";

type Load = () => Promise<{ default: CommandDefinition<never> }>;

/** Every command, its one-line summary, and where it lives: only the one asked for is loaded. */
const commands = new Map<string, readonly [summary: string, load: Load]>([
  ["convert", ["read any format, write any other", () => import("./commands/convert.ts")]],
  ["stats", ["count sentences, labels, lengths, nesting, ambiguity", () => import("./commands/stats.ts")]],
  [
    "split",
    ["split a corpus into train, dev and test, documents whole", () => import("./commands/split.ts")],
  ],
  ["mask", ["hide labels at random, to study incomplete ones", () => import("./commands/mask.ts")]],
  ["merge", ["join files that differ in completeness", () => import("./commands/merge.ts")]],
  ["label", ["label text with a dictionary", () => import("./commands/label.ts")]],
  ["demo", ["write the embedded example corpus and dictionary", () => import("./commands/demo.ts")]],
  ["score", ["compare predictions with gold labels", () => import("./commands/score.ts")]],
  ["train", ["train a model on incomplete labels", () => import("./commands/train.ts")]],
  ["distil", ["teach one small model what a trained one knows", () => import("./commands/distil.ts")]],
  ["evaluate", ["score a trained model on labelled sentences", () => import("./commands/evaluate.ts")]],
  ["predict", ["find entities with a trained model", () => import("./commands/predict.ts")]],
  [
    "export",
    ["write a model for use elsewhere, with 8-bit weights if wanted", () => import("./commands/export.ts")],
  ],
  ["serve", ["answer requests over HTTP with a trained model", () => import("./commands/serve.ts")]],
  ["audit", ["find what labels missed, and how many are missing", () => import("./commands/audit.ts")]],
  ["apply", ["write a corpus with the suggestions of an audit", () => import("./commands/apply.ts")]],
  ["review", ["correct labels in the browser, retrain, compare", () => import("./commands/review.ts")]],
  ["bench", ["run a suite of experiments, resumable", () => import("./commands/bench.ts")]],
  ["vectors", ["keep pretrained word vectors under a name", () => import("./commands/vectors.ts")]],
  ["encoder", ["fetch, import, list and inspect pretrained encoders", () => import("./commands/encoder.ts")]],
]);

/** Runs `lacuna` with these arguments and gives the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === "help" && rest.length > 0) return main([...rest, "--help"]);
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    console.log(overview());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-V") {
    console.log(lacunaVersion());
    return 0;
  }
  const found = commands.get(name);
  if (found === undefined) {
    // Only now: a command that is there need not wait for what finds one that is not.
    const { didYouMean } = await import("../errors.ts");
    const names = [...commands.keys()];
    console.error(`error: unknown command "${printable(name)}"`);
    console.error(`hint: ${didYouMean(name, names)}choose one of: ${names.join(", ")}`);
    return 2;
  }
  const [{ runCommand }, { default: definition }] = await Promise.all([import("./command.ts"), found[1]()]);
  return runCommand(definition, rest);
}

function overview(): string {
  const width = Math.max(...[...commands.keys()].map((name) => name.length));
  return [
    "lacuna: named-entity recognition from incomplete labels",
    "",
    "Usage: lacuna COMMAND [options]",
    "",
    ...[...commands].map(([name, [summary]]) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "lacuna COMMAND --help shows the options of one command, with examples.",
  ].join("\n");
}

// A closed pipe (`lacuna … | head`) is the reader's wish to stop, not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await main(process.argv.slice(2));
