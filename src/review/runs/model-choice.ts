import { foldFolder, wholeFolder } from "../../audit/index.ts";
import { HttpError } from "../../http/index.ts";
import { isFinishedRun } from "../../training/index.ts";
import { modelOf, type RunContext } from "./run-stages.ts";
import { listRuns, readRun } from "./run-table.ts";

/** A model that can be used now. */
export interface ModelChoice {
  /** Null: a model of the audit. */
  readonly run: number | null;
  readonly dir: string;
}

/** The model of a run. Default: the newest one trained on reviewed data, else one of the audit. */
export function chooseModel(context: Pick<RunContext, "db" | "dir" | "audit">, run?: number): ModelChoice {
  if (run !== undefined) {
    const { status, kind } = readRun(context.db, run);
    const dir = modelOf(context, run);
    if (kind === "given" || isFinishedRun(dir)) return { run, dir };
    throw new HttpError(409, "not-trained", `run ${run} has no model yet: it is ${status}`);
  }
  for (const [id, { kind }] of listRuns(context.db)) {
    const dir = modelOf(context, id);
    if (kind !== "before" && (kind === "given" || isFinishedRun(dir))) return { run: id, dir };
  }
  const { audit, dir } = context;
  const folds = audit === undefined ? 0 : audit.folds;
  const found = [
    ...(audit?.model === undefined || audit.model === null ? [] : [audit.model]),
    wholeFolder(dir),
    ...Array.from({ length: folds }, (_, fold) => foldFolder(dir, fold).model),
  ].find(isFinishedRun);
  if (found !== undefined) return { run: null, dir: found };
  throw new HttpError(409, "no-model", "there is no model yet", {
    hint: "press Retrain to train one",
  });
}
