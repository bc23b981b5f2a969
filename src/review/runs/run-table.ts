import { HttpError } from "../../http/index.ts";
import type { TrainConfig } from "../../training/index.ts";
import type { Run, RunStage, RunStatus } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";

/** A run as it is stored. */
export interface StoredRun {
  readonly kind: Run["kind"];
  readonly status: RunStatus;
  readonly stage?: RunStage;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly who: string;
  readonly reaudit: boolean;
  readonly decisions: number;
  readonly f1: number | null;
  readonly error: string | null;
  readonly method: string;
  readonly encoder: string;
  /** Its training config; for a given model, the one it was trained with. */
  readonly config: TrainConfig | null;
  /** The folder of a given model; others are in the folder of the run. */
  readonly model?: string;
}

export function addRun(db: ReviewDatabase, run: StoredRun): number {
  return Number(db.prepare("INSERT INTO runs (json) VALUES (?)").run(JSON.stringify(run)).lastInsertRowid);
}

/** Changes part of a run and returns the result. */
export function changeRun(db: ReviewDatabase, id: number, changes: Partial<StoredRun>): StoredRun {
  const run = { ...readRun(db, id), ...changes };
  db.prepare("UPDATE runs SET json = ? WHERE id = ?").run(JSON.stringify(run), id);
  return run;
}

export function readRun(db: ReviewDatabase, id: number): StoredRun {
  const row = db.prepare("SELECT json FROM runs WHERE id = ?").get(id) as { json: string } | undefined;
  if (row === undefined) throw new HttpError(404, "not-found", `there is no run ${id}`);
  return JSON.parse(row.json) as StoredRun;
}

/** All runs, newest first. */
export function listRuns(db: ReviewDatabase): (readonly [id: number, run: StoredRun])[] {
  const rows = db.prepare("SELECT id, json FROM runs ORDER BY id DESC").all() as {
    id: number;
    json: string;
  }[];
  return rows.map(({ id, json }) => [id, JSON.parse(json) as StoredRun]);
}

/** A run as the API answers it: without paths of this machine. */
export function publicRun(id: number, run: StoredRun): Run {
  const { config, model: _, stage, ...rest } = run;
  const names = { before: "before review", reviewed: `reviewed, run ${id}`, given: "given model" };
  return {
    id,
    name: names[run.kind],
    ...rest,
    ...(stage !== undefined && { stage }),
    ...(config !== null && config.epochs !== null && { epochs: config.epochs }),
  };
}
