import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AuditConfig, AuditEvent } from "../../audit/index.ts";
import { auditFiles } from "../../audit/index.ts";
import type { TrainEvent } from "../../training/index.ts";
import { closeFinishedRun, runFiles } from "../../training/index.ts";
import type { RunProgress, RunStage } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { auditArguments } from "./audit-arguments.ts";
import { lacunaProcess } from "./lacuna-process.ts";
import { runPlaces } from "./run-places.ts";
import { auditProgress, trainingProgress } from "./run-progress.ts";
import { changeRun, readRun } from "./run-table.ts";
import { readScore, type ScoredOn, saveScore, scorePredictions } from "./score-run.ts";

/** What all stages of a run need. */
export interface RunContext {
  readonly db: ReviewDatabase;
  /** The folder of the audit. */
  readonly dir: string;
  readonly audit: AuditConfig | undefined;
  readonly scoredOn: ScoredOn | null;
  /** The program that trains. Default: the command line of this package. */
  readonly command?: readonly string[] | undefined;
}

interface StageOptions {
  readonly signal: AbortSignal;
  readonly onStage: (stage: RunStage) => void;
  readonly onProgress: (progress: Omit<RunProgress, "run">) => void;
}

/**
 * Trains, scores and audits, as far as the run asks for it and it is not done yet: a stopped run resumes where it was.
 * Returns whether it finished; false: it was stopped.
 */
export async function runStages(id: number, context: RunContext, options: StageOptions): Promise<boolean> {
  const { kind, reaudit } = readRun(context.db, id);
  if (kind !== "given" && !(await train(id, context, options))) return false;
  if (context.scoredOn !== null && readScore(context.db, id) === undefined) {
    if (!(await score(id, context.scoredOn, context, options))) return false;
  }
  return reaudit ? audit(id, context, options) : true;
}

/** Where the model of a run is. */
export function modelOf({ db, dir }: Pick<RunContext, "db" | "dir">, id: number): string {
  return readRun(db, id).model ?? runPlaces(dir, id).model;
}

async function train(
  id: number,
  { dir, command }: RunContext,
  { signal, onStage, onProgress }: StageOptions,
) {
  const places = runPlaces(dir, id);
  if (await closeFinishedRun(places.model)) return true;
  onStage("train");
  const isBegun = existsSync(join(places.model, runFiles.run));
  const how = isBegun ? ["--resume"] : ["--config", places.config, ...leftovers(places.model)];
  const progress = trainingProgress();
  return lacunaProcess(["train", ...how, "--out", places.model, "--json"], {
    command,
    signal,
    onEvent: (event) => {
      const now = progress(event as TrainEvent);
      if (now !== undefined) onProgress({ stage: "train", ...now });
    },
  });
}

async function score(
  id: number,
  on: ScoredOn,
  context: RunContext,
  { signal, onStage, onProgress }: StageOptions,
) {
  onStage("score");
  onProgress({ stage: "score", done: 0 });
  const { predictions } = runPlaces(context.dir, id);
  const args = ["--model", modelOf(context, id), "--in", on.file, "--out", predictions, "--format", "jsonl"];
  if (!(await lacunaProcess(["predict", ...args], { command: context.command, signal }))) return false;
  const found = await scorePredictions(on, predictions);
  saveScore(context.db, id, found);
  changeRun(context.db, id, { f1: found.result.micro.f1 });
  onProgress({ stage: "score", done: 1, f1: found.result.micro.f1 });
  return true;
}

async function audit(
  id: number,
  { dir, command, audit: config }: RunContext,
  { signal, onStage, onProgress }: StageOptions,
) {
  const places = runPlaces(dir, id);
  if (existsSync(join(places.audit, auditFiles.summary))) return true;
  onStage("audit");
  const isBegun = existsSync(join(places.audit, auditFiles.config));
  const how = isBegun
    ? ["--resume"]
    : [...(await auditArguments(places, config)), ...leftovers(places.audit)];
  const progress = auditProgress();
  return lacunaProcess(["audit", ...how, "--out", places.audit, "--json"], {
    command,
    signal,
    onEvent: (event) => {
      const now = progress(event as AuditEvent);
      if (now !== undefined) onProgress({ stage: "audit", ...now });
    },
  });
}

/** A process that was killed early may leave a folder with nothing to resume in it. */
function leftovers(folder: string): string[] {
  return existsSync(folder) ? ["--resume"] : [];
}
