import { UserError } from "../../errors.ts";
import { readSettingsFile } from "../../files/index.ts";
import type { Method } from "../../methods/index.ts";
import { upgradeConfig } from "../../upgrade.ts";
import { parseTrainConfig, type TrainConfig } from "./config.ts";
import { inheritedConfig, savedConfig } from "./inherit-config.ts";
import { isJsonObject, type JsonObject, mergeConfig } from "./merge-config.ts";
import { type Methods, methodsWith } from "./own-method.ts";
/** Where the parts of a config come from. Later ones win: the file, then flags, then `--set`. */
export interface ConfigSources {
  /** The method unless one of the others names one: a name, or a method of one's own. */
  readonly method?: string | Method;
  /** A JSON or YAML file. */
  readonly file?: string;
  readonly flags?: JsonObject;
  readonly set?: JsonObject;
}

/** Puts a config together. What nobody said has its default. */
export async function assembleConfig(sources: ConfigSources): Promise<TrainConfig> {
  const { set = {}, method } = sources;
  const table = methodsWith(typeof method === "string" ? undefined : method);
  const where = sources.file ?? "the training config";
  const usual = method === undefined ? {} : { method: typeof method === "string" ? method : method.name };
  const told = [readConfigFile(sources.file), sources.flags ?? {}].reduce(mergeConfig, {}) as JsonObject;
  const given = mergeConfig({ ...usual, ...inherited(mergeConfig(told, set), table) }, told) as JsonObject;
  const named = Object.hasOwn(set, "method") ? { ...given, method: set.method } : given;
  // Defaults first, so that `--set sampler.rate=0.5` changes the method's own sampler and need not say its kind.
  const full = parseTrainConfig(named, where, table);
  const count = Object.keys(set).length;
  return count === 0 ? full : parseTrainConfig(mergeConfig(full, set), `${where} with --set`, table);
}

/** What the model that a run goes on with decides, where the run does not. */
function inherited(told: unknown, table: Methods): JsonObject {
  const { from, method } = told as JsonObject;
  if (!isJsonObject(from) || typeof from.model !== "string") return {};
  return inheritedConfig(savedConfig(from.model, table), method, table);
}

/**
 * The saved config of a run that is resumed. What is said then may only repeat it: everything decides the outcome, so nothing may
 * change on the way. The folder of the encoder may have moved, since it is known by its content.
 */
export async function resumedConfig<C extends TrainConfig>(saved: C, sources: ConfigSources): Promise<C> {
  const { flags = {}, set = {} } = sources;
  const given = [readConfigFile(sources.file), flags, set].reduce(mergeConfig, saved) as JsonObject;
  const all = differences(saved, given, []);
  const moved = all.find(({ path, now }) => path.join(".") === "encoder.dir" && typeof now === "string");
  const differs = all.filter((difference) => difference !== moved);
  if (differs.length === 0) {
    return moved === undefined ? saved : { ...saved, encoder: { ...saved.encoder, dir: moved.now } };
  }
  throw new UserError(
    [
      "a resumed run cannot be changed",
      ...differs.map(
        ({ path, before, now }) => `  "${path.join(".")}" was ${shown(before)}, now ${shown(now)}`,
      ),
    ].join("\n"),
    { hint: "leave these out to go on, or train anew in another folder" },
  );
}

/** Reads a JSON or YAML file that holds a config, or part of one. */
export function readConfigFile(path: string | undefined): JsonObject {
  if (path === undefined) return {};
  const value = readSettingsFile(path);
  if (!isJsonObject(value)) throw new UserError(`${path} is not a training config: it holds no object`);
  return upgradeConfig(value, path);
}

/** A key whose value is another than before. */
interface Difference {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly now: unknown;
}

export function differences(before: unknown, now: unknown, path: readonly string[]): Difference[] {
  if (isJsonObject(before) && isJsonObject(now)) {
    return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key) =>
      differences(own(before, key), own(now, key), [...path, key]),
    );
  }
  return JSON.stringify(before) === JSON.stringify(now) ? [] : [{ path, before, now }];
}

function own(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

export function shown(value: unknown): string {
  return value === undefined ? "not there" : JSON.stringify(value);
}
