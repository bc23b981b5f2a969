import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { modelFiles } from "../tagging/index.ts";
import {
  assembleConfig,
  type ConfigSources,
  checkSameConfig,
  isFinishedRun,
  parseTrainConfig,
  type ResolvedConfig,
  readConfigFile,
  resolveConfig,
  runFiles,
} from "../training/index.ts";

/** What is to be done in the folder of a run. */
interface TrainFolder {
  /** `begin`: nothing is there yet. `resume`: a run was stopped. `finished`: there is nothing left to do. */
  readonly state: "begin" | "resume" | "finished";
  readonly config: ResolvedConfig;
}

/** Looks at the folder that a run is to be written to, and puts its config together. */
export async function openTrainFolder(
  out: string,
  sources: ConfigSources,
  resume: boolean,
): Promise<TrainFolder> {
  const names = await namesIn(out);
  if (!resume) {
    if (names.length > 0) {
      throw new UserError(`the folder "${out}" is not empty`, {
        hint: names.includes(runFiles.run)
          ? "go on with the run that was begun there with --resume, or choose another folder with --out"
          : "choose another folder with --out",
      });
    }
    return { state: "begin", config: resolveConfig(await assembleConfig(sources)) };
  }
  const path = join(out, modelFiles.config);
  if (!names.includes(runFiles.run)) {
    // Killed before the run was noted down: at most its config is there, and what was being written.
    const strange = names.find((name) => name !== modelFiles.config && !name.startsWith("."));
    if (strange !== undefined) {
      throw new UserError(`there is no run to resume in "${out}", but something else: "${strange}"`, {
        hint: "choose another folder with --out",
      });
    }
    return { state: "begin", config: resolveConfig(await assembleConfig(sources)) };
  }
  const config = resolveConfig(parseTrainConfig(readConfigFile(path), path));
  await checkSameConfig(config, sources);
  return { state: isFinishedRun(out) ? "finished" : "resume", config };
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return [];
    const why = cause.code === "ENOTDIR" ? "it is a file, not a folder" : cause.message;
    throw new UserError(`cannot use the folder "${folder}": ${why}`, { cause });
  });
}
