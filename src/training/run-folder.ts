import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { clearFinished, isLocked, isTemporary, namesIn, removeLeftovers } from "../files/index.ts";
import { CHECKPOINTS, modelFiles } from "../tagging/index.ts";

/** What a run writes beside its model: what it is about, and how it went. */
export const runFiles = { run: "run.json", log: "log.jsonl", report: "report.html" } as const;

/** Where a run that is to replace a model is kept until it has one of its own. */
const REPLACING = ".retraining";

/** Whether the run in a folder has nothing left to do: its model is whole, and its checkpoints are cleared away. */
export function isFinishedRun(out: string): boolean {
  return (
    existsSync(join(out, modelFiles.manifest)) &&
    ![CHECKPOINTS, REPLACING].some((name) => existsSync(join(out, name)))
  );
}

/** As `isFinishedRun`; of a run that was killed while it cleared away its checkpoints, what is left of them goes, and so does its lock. */
export async function closeFinishedRun(out: string): Promise<boolean> {
  if (!isFinishedRun(out)) return false;
  await clearFinished(out);
  return true;
}

export interface OpenRunOptions {
  /** Go on with the run that was begun in the folder. */
  readonly resume?: boolean;
  /** Replace the model or the run in the folder. A model stays as it is until the new one is finished. */
  readonly overwrite?: boolean;
}

/** What is to be done in the folder of a run. */
export interface RunFolder {
  /** `begin`: nothing is there yet, or may be replaced. `resume`: a run was stopped. `finished`: nothing is left to do. */
  readonly state: "begin" | "resume" | "finished";
  /** Where the run keeps what it needs until it is finished: the folder itself, or one within it beside an older model. */
  readonly work: string;
  /** Whether a process was killed here before it had noted what its run is about: what it wrote is worth nothing. */
  readonly isAbandoned?: boolean;
}

/** Looks at the folder that a run is to be written to. Nobody's model or run is lost unless that was asked for. */
export async function openRunFolder(
  out: string,
  { resume = false, overwrite = false }: OpenRunOptions,
): Promise<RunFolder> {
  if (resume && overwrite) {
    throw new UserError("a run is either resumed or begun anew over another, not both", {
      hint: "leave out --resume (resume) or --overwrite (overwrite)",
    });
  }
  const names = await namesIn(out);
  const aside = join(out, REPLACING);
  const isBegun = names.includes(runFiles.run);
  if (await isAbandonedStart(out, names)) return { state: "begin", work: out, isAbandoned: true };
  if (resume) {
    if (names.includes(REPLACING)) {
      return { state: existsSync(join(aside, runFiles.run)) ? "resume" : "begin", work: aside };
    }
    if (isBegun) return { state: isFinishedRun(out) ? "finished" : "resume", work: out };
    const other = strange(names);
    if (other === undefined) return { state: "begin", work: out };
    throw new UserError(`there is no run to resume in "${out}", but something else: "${other}"`, {
      hint: "choose another folder with --out",
    });
  }
  if (names.length === 0) return { state: "begin", work: out };
  const hasModel = names.includes(modelFiles.description);
  if (overwrite) {
    if (hasModel) return { state: "begin", work: aside };
    const other = isBegun ? undefined : strange(names);
    if (other === undefined) return { state: "begin", work: out };
    throw new UserError(`there is no model to overwrite in "${out}", but something else: "${other}"`, {
      hint: "choose another folder with --out",
    });
  }
  if (!isBegun && !hasModel) {
    throw new UserError(`the folder "${out}" is not empty`, { hint: "choose another folder with --out" });
  }
  if (names.includes(REPLACING)) {
    throw new UserError(`a run in "${out}" was to replace its model, and is not finished`, {
      hint: "go on with it with --resume (resume: true), begin anew with --overwrite (overwrite: true), or choose another folder with --out",
    });
  }
  const isFinished = hasModel && isFinishedRun(out);
  throw new UserError(`the folder "${out}" is not empty: there is a ${isFinished ? "model" : "run"} in it`, {
    hint: isFinished
      ? "choose another folder with --out, or replace the model with --overwrite (overwrite: true)"
      : "go on with the run that was begun there with --resume (resume: true), replace it with --overwrite (overwrite: true), or choose another folder with --out",
  });
}

/**
 * Whether all that is in a folder is the beginning of a run that was killed. Temporaries are known by their names; a config may be
 * the user's own, unless the lock of the run is there, which only a kill leaves.
 */
async function isAbandonedStart(out: string, names: readonly string[]): Promise<boolean> {
  const others = names.filter((name) => !isTemporary(name));
  if (names.length === 0 || others.some((name) => name !== modelFiles.config && name !== CHECKPOINTS))
    return false;
  return others.length === 0 || (await isLocked(out));
}

/** Removes what a process left that was killed before it had noted what its run is about. */
export async function clearAbandonedStart(out: string): Promise<void> {
  await rm(join(out, CHECKPOINTS), { recursive: true, force: true });
  await rm(join(out, modelFiles.config), { force: true });
  await removeLeftovers(out);
}

/** Something that no run has left; a kill early on leaves at most the config, and what was being written. */
function strange(names: readonly string[]): string | undefined {
  return names.find((name) => name !== modelFiles.config && !name.startsWith("."));
}
