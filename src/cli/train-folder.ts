import { join } from "node:path";
import { modelFiles } from "../tagging/index.ts";
import {
  assembleConfig,
  type ConfigSources,
  closeFinishedRun,
  type OpenRunOptions,
  openRunFolder,
  parseTrainConfig,
  type ResolvedConfig,
  type RunFolder,
  readConfigFile,
  resolveConfig,
  resumedConfig,
} from "../training/index.ts";

/** What is to be done in the folder of a run, and with which config. */
interface TrainFolder extends Pick<RunFolder, "state"> {
  readonly config: ResolvedConfig;
}

/** Looks at the folder that a run is to be written to, and puts its config together. */
export async function openTrainFolder(
  out: string,
  sources: ConfigSources,
  options: OpenRunOptions,
): Promise<TrainFolder> {
  const { state, work } = await openRunFolder(out, options);
  if (state === "begin") return { state, config: resolveConfig(await assembleConfig(sources)) };
  if (state === "finished") await closeFinishedRun(out);
  const path = join(work, modelFiles.config);
  const config = resolveConfig(parseTrainConfig(readConfigFile(path), path));
  return { state, config: await resumedConfig(config, sources) };
}
