import { statSync } from "node:fs";
import { join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { UserError } from "../../errors.ts";
import { methods } from "../../methods/index.ts";
import type { ConfigSources } from "../../training/assemble-config.ts";
import { DEFAULT_METHOD } from "../../training/config.ts";
import { encoderChoice } from "../../training/config-encoder.ts";
import type { Stopped } from "../../training/events.ts";
import type { JsonObject } from "../../training/merge-config.ts";
import { runFiles } from "../../training/run-folder.ts";
import { setValues } from "../../training/set-value.ts";
import { defineCommand } from "../command.ts";
import { wholeNumber } from "../corpus-options.ts";
import { positiveWhole } from "../decode-options.ts";
import { printable } from "../printable.ts";
import { readWithProgress } from "../progress.ts";
import { scoreTable } from "../score-table.ts";
import { openTrainFolder } from "../train-folder.ts";
import { clock, TrainProgress } from "../train-progress.ts";

interface Options {
  readonly train?: readonly string[];
  readonly dev?: string;
  readonly method?: string;
  readonly encoder?: string;
  readonly vectors?: string;
  readonly dictionary?: string;
  readonly out: string;
  readonly seed?: number;
  readonly epochs?: number;
  readonly maxMinutes?: number;
  readonly threads?: number;
  readonly set?: readonly string[];
  readonly config?: string;
  readonly resume?: boolean;
  readonly json?: boolean;
}

/** Ended by Ctrl-C, as shells know it. */
const INTERRUPTED = 130;

/** Encoders that need nothing but their name. */
const kinds = encoderChoice.options
  .map(({ shape }) => shape.kind.value)
  .filter((kind) => kind !== "pretrained");

export default defineCommand<Options>({
  name: "train",
  summary:
    "Train a model on labelled sentences, some of whose labels may be missing. Everything beyond these options is a key of the config, see docs/config.md.",
  examples: [
    [
      "lacuna train --train train.jsonl:partial --dev dev.jsonl --out model",
      "the default method and encoder",
    ],
    [
      "lacuna train --train gold.conll:complete distant.jsonl:partial --dev dev.conll --encoder minilm --out model",
      "complete and partial labels together, a pretrained encoder",
    ],
    [
      "lacuna train --train train.jsonl --dev dev.jsonl --method nrces --set encoder.width=256 --max-minutes 10",
      "another method, a wider network, ten minutes",
    ],
    ["lacuna train --out model --resume", "go on with a run that was stopped or killed"],
  ],
  configure,
  run,
});

function configure(command: Command): Command {
  return command
    .option(
      "--train <file...>",
      "what to learn from, each with its own :complete, :partial or :complete=LABEL,LABEL",
    )
    .option("--dev <file>", "completely labelled sentences, to keep the best epoch and to know when to stop")
    .option("--method <name>", `${Object.keys(methods).join(", ")} (default: ${DEFAULT_METHOD})`)
    .option("--encoder <name>", `${kinds.join(", ")}, or the folder of a pretrained model (default: cnn)`)
    .option("--vectors <file>", "word vectors (GloVe, word2vec, fastText)")
    .option("--dictionary <folder>", "a dictionary whose hits the model may look at")
    .option("--out <folder>", "where the model goes", "model")
    .option("--seed <n>", "the same seed gives the same model", wholeNumber)
    .option("--epochs <n>", "passes over the training sentences, at most", positiveWhole)
    .option("--max-minutes <n>", "stop after this time, with a schedule that fits it", positive)
    .option("--threads <n>", "processor threads", positiveWhole)
    .option("--set <key=value...>", "any key of the config, e.g. optimiser.rate=0.002")
    .option(
      "--config <file>",
      "a config as JSON, such as the config.json of a model; other options win over it",
    )
    .option("--resume", "go on with the run in --out, to the same result as if it had not stopped")
    .option("--json", "print one JSON event per line");
}

async function run(flags: Options): Promise<number> {
  const { out } = flags;
  const { state, config } = await openTrainFolder(out, sourcesOf(flags), flags.resume ?? false);
  if (state === "finished") {
    if (!flags.json) console.log(printable(`the run in "${out}" is finished`));
    return 0;
  }
  // Only now: --help and mistakes need not wait for the charts of the report to load.
  const { runTraining } = await import("../../training/run-training.ts");
  const progress = new TrainProgress({ stream: process.stderr, print: (line) => console.log(line) });
  const abort = new AbortController();
  // Only the first Ctrl-C is caught: the second ends the process at once.
  const onInterrupt = () => {
    abort.abort();
    const text = "stopping after this step; Ctrl-C again to stop at once";
    if (flags.json) console.error(text);
    else progress.print(text);
  };
  process.once("SIGINT", onInterrupt);
  let stopped: Stopped | undefined;
  try {
    const options = { resume: state === "resume", signal: abort.signal, read: readWithProgress };
    for await (const event of runTraining(config, out, options)) {
      if (flags.json) console.log(JSON.stringify(event));
      else progress.onEvent(event);
      if (event.kind === "stopped") stopped = event;
    }
  } finally {
    process.off("SIGINT", onInterrupt);
    progress.stop();
  }
  if (!flags.json && stopped !== undefined) {
    for (const line of lastLines(stopped, out)) console.log(printable(line));
  }
  return stopped?.reason === "asked" ? INTERRUPTED : 0;
}

/** What the options say about the config, and where the rest of it is. */
function sourcesOf(flags: Options): ConfigSources {
  const { train, dev, method, encoder, vectors, dictionary, seed, epochs, maxMinutes, threads } = flags;
  const given: JsonObject = {
    train,
    dev,
    method,
    encoder: encoder === undefined ? undefined : encoderNamed(encoder),
    vectors: vectors === undefined ? undefined : { file: vectors },
    dictionary: dictionary === undefined ? undefined : { path: dictionary },
    seed,
    epochs,
    maxMinutes,
    threads,
  };
  return {
    flags: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    set: setValues(flags.set ?? []),
    ...(flags.config !== undefined && { file: flags.config }),
  };
}

function encoderNamed(name: string): JsonObject {
  if ((kinds as readonly string[]).includes(name)) return { kind: name };
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory()) return { kind: "pretrained", dir: name };
  throw new UserError(`unknown encoder "${name}"`, {
    hint: `choose one of: ${kinds.join(", ")}, or the folder of a pretrained model (lacuna encoder pull fetches one)`,
  });
}

const reasons: Readonly<Record<Stopped["reason"], string>> = {
  epochs: "all epochs done",
  minutes: "the time is over",
  patience: "the dev score does not rise any more",
  asked: "stopped as asked",
};

function* lastLines({ reason, step, bestEpoch, seconds, dev }: Stopped, out: string): Generator<string> {
  const when = `after step ${step.toLocaleString("en")}, ${clock(seconds)}`;
  if (reason === "asked") {
    yield `${reasons[reason]} ${when}; go on with: lacuna train --out ${out} --resume`;
    return;
  }
  yield "";
  yield `${reasons[reason]} ${when}; the model is that of epoch ${bestEpoch}`;
  if (dev !== undefined) {
    yield "";
    yield* scoreTable("dev", dev);
    yield "";
  }
  yield `model:  ${out}`;
  yield `report: ${join(out, runFiles.report)}`;
}

function positive(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < Infinity)) {
    throw new InvalidArgumentError("it must be a number above 0.");
  }
  return value;
}
