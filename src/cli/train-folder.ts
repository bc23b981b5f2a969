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
import { namesIn, notEmpty } from "./output-folder.ts";

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
    if (names.length > 0) throw notEmpty(out, names.includes(runFiles.run) ? "run" : undefined);
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
