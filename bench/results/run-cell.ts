import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { UserError } from "../../src/errors.ts";
import type { ScoreResult } from "../../src/evaluation/index.ts";
import { readTrainingLog } from "../../src/training/training-log.ts";
import { runHistory, wordsPerSecond } from "../../src/training/training-report-run.ts";
import { writeJson } from "../../src/training/write-json.ts";
import { type Cell, encoderArgument } from "./cell.ts";
import { type CellResult, cellPaths, type Scores } from "./cell-result.ts";
import { type CellFiles, cellFiles } from "./corpus.ts";
import { lacuna, lacunaAlone } from "./lacuna.ts";

/** Trains and tests a cell with the program that users run, unless that is done; goes on where it was interrupted. */
export async function runCell(cell: Cell, out: string): Promise<void> {
  const paths = cellPaths(out, cell.name);
  await mkdir(paths.folder, { recursive: true });
  await checkSettings(cell, paths.settings);
  if (existsSync(paths.result)) return;
  const files = await cellFiles(cell, out);
  const commit = sourcesOf();
  const begun = performance.now();
  await lacunaAlone(paths.lock, trainArguments(cell, files, paths.model));
  const trained = performance.now();
  const printed = await lacuna(["evaluate", "--model", paths.model, "--data", files.test, "--json"], "take");
  const seconds = { sitting: (performance.now() - begun) / 1000, test: (performance.now() - trained) / 1000 };
  const test = JSON.parse(printed) as ScoreResult;
  await writeJson(paths.result, await resultOf(cell, { model: paths.model, test, seconds, commit }));
}

function trainArguments(cell: Cell, { train, dev }: CellFiles, model: string): string[] {
  const { method, encoder, seed, epochs, minutes, set } = cell;
  return [
    "train",
    ...["--train", train, "--dev", dev, "--method", method, "--encoder", encoderArgument(encoder)],
    ...["--out", model, "--seed", String(seed), "--epochs", String(epochs)],
    ...(minutes === null ? [] : ["--max-minutes", String(minutes)]),
    // Every method gets the same time: none stops early.
    ...["--set", "stopping.patience=null", ...set],
    // Begins a run where there is none.
    "--resume",
  ];
}

/** A cell that was begun is what it is: results of other settings must not stand in one table with it. */
async function checkSettings(cell: Cell, path: string): Promise<void> {
  if (!existsSync(path)) {
    await writeJson(path, cell);
    return;
  }
  const begun = JSON.parse(await readFile(path, "utf8")) as Cell;
  if (JSON.stringify(begun) === JSON.stringify(cell)) return;
  throw new UserError(
    `"${path}" was begun with other settings: ${JSON.stringify(begun)}, now ${JSON.stringify(cell)}`,
    { hint: "ask for the same, or choose another --out" },
  );
}

/** The commit of the sources, and whether they are as it has them. */
function sourcesOf(): string {
  const git = (...args: readonly string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--", "src") !== "";
  return `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
}

interface Outcome {
  readonly model: string;
  readonly test: ScoreResult;
  readonly seconds: { readonly sitting: number; readonly test: number };
  readonly commit: string;
}

async function resultOf(cell: Cell, { model, test, seconds, commit }: Outcome): Promise<CellResult> {
  const run = runHistory(await readTrainingLog(join(model, "log.jsonl")));
  const { stopped, epochs, resumed } = run;
  if (stopped?.dev === undefined || epochs.length === 0) throw new Error(`the log in "${model}" has no end`);
  const best = epochs.find(({ epoch }) => epoch === stopped.bestEpoch);
  return {
    ...cell,
    epochsDone: epochs.length,
    steps: stopped.step,
    bestEpoch: stopped.bestEpoch,
    dev: scoresOf(stopped.dev.micro),
    test: { ...scoresOf(test.micro), perType: test.perType },
    diagnostics: { last: epochs.at(-1)!.diagnostics, best: best?.diagnostics ?? {} },
    perEpoch: epochs.map(({ epoch, loss, dev, diagnostics }) => ({
      epoch,
      loss,
      dev: scoresOf(dev!),
      diagnostics,
    })),
    wordsPerSecond: wordsPerSecond(run) ?? 0,
    trainSeconds: stopped.seconds,
    // This sitting is all of it, unless there were others.
    totalSeconds: Math.max(seconds.sitting, stopped.seconds + seconds.test),
    resumed,
    commit,
    machine: `${availableParallelism()} threads of ${cpus()[0]?.model.trim() ?? "an unknown processor"}`,
  };
}

function scoresOf({ precision, recall, f1 }: Scores): Scores {
  return { precision, recall, f1 };
}
