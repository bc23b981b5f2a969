import type { Command } from "commander";
import type { ConfigSources } from "../training/index.ts";
import { printable } from "./output/printable.ts";
import { stoppedLines } from "./output/train-lines.ts";
import { followRun, INTERRUPTED } from "./progress/follow-run.ts";
import { readWithProgress } from "./progress/read-with-progress.ts";
import { TrainProgress } from "./progress/train-progress.ts";
import { openTrainFolder } from "./train-folder.ts";

/** What every command that trains a model into a folder lets the user say about the run. */
export interface RunFlags {
  readonly out: string;
  readonly resume?: boolean;
  readonly overwrite?: boolean;
  readonly keepBest?: boolean;
  readonly json?: boolean;
}

/** `folder` is the default of `--out`. */
export function addRunOptions(command: Command, folder: string): Command {
  return command
    .option("--out <folder>", "folder for the model", folder)
    .option("--resume", "continue the run in --out, to the same result as if it had not stopped")
    .option(
      "--keep-best",
      "at Ctrl-C, make a model of the best epoch so far; with --resume, of the best one of a run that was stopped",
    )
    .option("--overwrite", "replace the model in --out; it can be used until the new one is finished")
    .option("--json", "print one JSON event per line");
}

/** Trains what options and files say, shows how it goes, and gives the exit code. */
export async function trainIntoFolder(flags: RunFlags, sources: ConfigSources): Promise<number> {
  const { out } = flags;
  const { resume = false, overwrite = false, keepBest = false } = flags;
  const { state, config } = await openTrainFolder(out, sources, { resume, overwrite });
  if (state === "finished") {
    if (!flags.json) console.log(printable(`the run in "${out}" is finished`));
    return 0;
  }
  // Only now: --help and mistakes need not wait for the charts of the report to load.
  const { runTraining } = await import("../training/index.ts");
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
