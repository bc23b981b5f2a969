import type { Command } from "commander";
import { defineCommand } from "../command.ts";
import { addTrainOptions, type TrainFlags, trainSources } from "../options/train-options.ts";
import { printable } from "../output/printable.ts";
import { stoppedLines } from "../output/train-lines.ts";
import { followRun, INTERRUPTED } from "../progress/follow-run.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";
import { TrainProgress } from "../progress/train-progress.ts";
import { openTrainFolder } from "../train-folder.ts";

interface Options extends TrainFlags {
  readonly train?: readonly string[];
  readonly out: string;
  readonly resume?: boolean;
  readonly overwrite?: boolean;
  readonly keepBest?: boolean;
  readonly json?: boolean;
}

export default defineCommand<Options>({
  name: "train",
  summary:
    "Train a model on labelled sentences, some of whose labels may be missing. Everything else is a key of the config, see docs/config.md.",
  examples: [
    [
      "lacuna train --train train.jsonl:partial --dev dev.jsonl --out model",
      "the default method and encoder",
    ],
    [
      "lacuna train --train gold.conll:complete distant.jsonl:partial --dev dev.conll --encoder $(lacuna encoder pull sentence-transformers/all-MiniLM-L6-v2) --out model",
      "complete and partial labels together, a pretrained encoder of the Hugging Face hub",
    ],
    [
      "lacuna train --train train.jsonl --dev dev.jsonl --method nrces --set encoder.width=256 --max-minutes 10",
      "another method, a wider network, ten minutes",
    ],
    [
      "lacuna train --train export.jsonl:complete --dev 10% --out model",
      "a tenth of the completely labelled sentences is set aside to choose the best epoch by",
    ],
    [
      "lacuna train --from model --train more.jsonl:partial --dev dev.jsonl --out newer",
      "go on with a model, with more data or further types",
    ],
    ["lacuna train --out model --resume", "continue a run that was stopped or killed"],
    [
      "lacuna train --out model --resume --keep-best",
      "end it instead, with the best epoch so far as the model",
    ],
  ],
  configure,
  run,
});

function configure(command: Command): Command {
  return addTrainOptions(
    command.option(
      "--train <file...>",
      "files to train on, each FILE, FILE:complete, FILE:partial or FILE:complete=LABEL,LABEL",
    ),
  )
    .option(
      "--from <model>",
      "go on with a trained model: begin with its weights, keep its types, encoder and method unless told otherwise",
    )
    .option("--out <folder>", "folder for the model", "model")
    .option("--resume", "continue the run in --out, to the same result as if it had not stopped")
    .option(
      "--keep-best",
      "at Ctrl-C, make a model of the best epoch so far; with --resume, of the best one of a run that was stopped",
    )
    .option("--overwrite", "replace the model in --out; it can be used until the new one is finished")
    .option("--json", "print one JSON event per line");
}

async function run(flags: Options): Promise<number> {
  const { out } = flags;
  const { resume = false, overwrite = false, keepBest = false } = flags;
  const { state, config } = await openTrainFolder(out, trainSources(flags, flags.train), {
    resume,
    overwrite,
  });
  if (state === "finished") {
    if (!flags.json) console.log(printable(`the run in "${out}" is finished`));
    return 0;
  }
  // Only now: --help and mistakes need not wait for the charts of the report to load.
  const { runTraining } = await import("../../training/index.ts");
  const progress = new TrainProgress({ stream: process.stderr, print: (line) => console.log(line) });
  const last = await followRun({
    run: (signal) =>
      runTraining(config, out, {
        // A kill early on leaves a folder with nothing to resume in it, and the run is begun again.
        ...(state === "resume" ? { resume } : { overwrite: resume || overwrite }),
        signal,
        keepBest,
        read: readWithProgress,
      }),
    progress,
    ...(keepBest && { stopping: "stopping after this step, to keep the best epoch so far" }),
    json: flags.json ?? false,
  });
  // Every run ends with what stopped it.
  const stopped = last?.kind === "stopped" ? last : undefined;
  if (!flags.json && stopped !== undefined) {
    for (const line of stoppedLines(stopped, out)) console.log(printable(line));
  }
  return stopped?.reason === "asked" ? INTERRUPTED : 0;
}
