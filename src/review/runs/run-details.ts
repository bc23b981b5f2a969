import { basename, join } from "node:path";
import { readTrainingLog, runFiles } from "../../training/index.ts";
import type { CurvePoint, RunDetails } from "../api.ts";
import { auditChange } from "./audit-change.ts";
import { runPlaces } from "./run-places.ts";
import { modelOf, type RunContext } from "./run-stages.ts";
import { publicRun, readRun } from "./run-table.ts";
import { readScore } from "./score-run.ts";

const LISTED_MISTAKES = 500;
const LISTED_STEPS = 500;

/** Everything about a run. */
export async function runDetails(context: Pick<RunContext, "db" | "dir">, id: number): Promise<RunDetails> {
  const { db, dir } = context;
  const run = readRun(db, id);
  const score = readScore(db, id);
  const rates = score === undefined ? null : score.result.micro;
  return {
    ...publicRun(id, run),
    config: (run.config === null ? {} : withoutPaths(run.config)) as RunDetails["config"],
    curves: await readCurves(modelOf(context, id)),
    scores: rates && { precision: rates.precision, recall: rates.recall, f1: rates.f1 },
    macro: score?.result.macro ?? null,
    scoredOn: score?.scoredOn ?? null,
    types: score?.result.perType ?? [],
    errors: score?.mistakes.slice(0, LISTED_MISTAKES) ?? [],
    errorCount: score?.mistakeCount ?? 0,
    audit: await auditChange(db, runPlaces(dir, id).audit),
  };
}

/** The curves of a training from its log, which can be read while it runs. */
async function readCurves(model: string): Promise<Record<string, readonly CurvePoint[]>> {
  const events = await readTrainingLog(join(model, runFiles.log));
  const steps = events.flatMap((event) => (event.kind === "step" ? [{ x: event.step, y: event.loss }] : []));
  const epochs = events.flatMap((event) => (event.kind === "evaluated" ? [event] : []));
  const dev = epochs.filter((event) => event.dev !== undefined);
  const curves: Record<string, readonly CurvePoint[]> = {
    loss: thinned(steps),
    "loss per epoch": epochs.map(({ epoch, loss }) => ({ x: epoch, y: loss })),
    f1: dev.map((event) => ({ x: event.epoch, y: event.dev!.f1 })),
    precision: dev.map((event) => ({ x: event.epoch, y: event.dev!.precision })),
    recall: dev.map((event) => ({ x: event.epoch, y: event.dev!.recall })),
  };
  return Object.fromEntries(Object.entries(curves).filter(([, points]) => points.length > 0));
}

function thinned(points: readonly CurvePoint[]): CurvePoint[] {
  const every = Math.ceil(points.length / LISTED_STEPS);
  return points.filter((_, i) => i % every === 0);
}

/** A config with files by name only. */
function withoutPaths(value: unknown): unknown {
  if (typeof value === "string") return /[\\/]/.test(value) ? basename(value) : value;
  if (Array.isArray(value)) return value.map(withoutPaths);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, withoutPaths(own)]));
}
