import { existsSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import { readSettingsFile } from "../../files/index.ts";
import { methods } from "../../methods/index.ts";
import { modelFiles } from "../../tagging/index.ts";
import { upgradeConfig } from "../../upgrade.ts";
import { parseTrainConfig, type TrainConfig } from "./config.ts";
import { isJsonObject, type JsonObject } from "./merge-config.ts";
import type { Methods } from "./own-method.ts";

/** Keys of every run that make a model what it is. */
const OF_MODEL = ["method", "encoder", "features", "vectors", "dictionary", "documents"];

/** Keys of methods that the data has decided, and that other data decides anew. */
const BY_DATA = new Set(["maxWidth"]);

/** The training config of a model folder, with every default and decision filled in. */
export function savedConfig(dir: string, table: Methods = methods): TrainConfig {
  if (!existsSync(join(dir, modelFiles.description))) {
    throw new UserError(`"${dir}" is not a model folder: it has no "${modelFiles.description}"`, {
      hint: 'a model folder is what "lacuna train --out DIR" makes',
    });
  }
  const path = join(dir, modelFiles.config);
  const value = readSettingsFile(path);
  if (!isJsonObject(value)) throw new UserError(`${path} is not a training config: it holds no object`);
  return parseTrainConfig(upgradeConfig(value, path), path, table);
}

/**
 * What a run that begins with a model takes from its config, where nobody says otherwise: the encoder with all that it
 * is told about words, and the method with its options. How to train, on what and how long is for the new run to say.
 */
export function inheritedConfig(saved: TrainConfig, method: unknown, table: Methods = methods): JsonObject {
  const isSame = method === undefined || method === saved.method;
  const own =
    isSame && Object.hasOwn(table, saved.method) ? Object.keys(table[saved.method]!.options.shape) : [];
  const keys = [...OF_MODEL, ...own.filter((key) => !BY_DATA.has(key))];
  const taken = Object.fromEntries(
    keys.filter((key) => Object.hasOwn(saved, key)).map((key) => [key, saved[key]]),
  );
  const { dictionary, lacuna } = taken;
  return {
    ...taken,
    ...(isSame ? {} : { method }),
    // What dev and the old sentences decided about the dictionary.
    ...(isJsonObject(dictionary) && {
      dictionary: { ...dictionary, completes: "auto", drop: "auto", dropComplete: "auto" },
    }),
    // Nearly all of it follows from how complete the sentences are.
    ...(isJsonObject(lacuna) && { lacuna: { ensemble: lacuna.ensemble } }),
  };
}
