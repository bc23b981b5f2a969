import type { JsonObject } from "../../training/index.ts";
import { upgradeKeys } from "../../upgrade.ts";
import type { BenchRun } from "./run.ts";

/** Turns a suite of format 1 into one of format 2. Whatever else is given is left to the schema. */
export function upgradeSuite(value: unknown): unknown {
  if (!isObject(value) || value.format !== 1) return value;
  const { promises, groups, ...rest } = value;
  return {
    ...rest,
    format: 2,
    groups: each(groups, (group) => upgradeSettings({ ...group, rows: each(group.rows, upgradeSettings) })),
    ...(promises !== undefined && { expectations: promises }),
  };
}

/** Turns the settings of a run of format 1, from an archive or the folder of a bench, into those of format 2. */
export function upgradeRun(run: BenchRun): BenchRun {
  return { ...run, set: upgradeSet(run.set) };
}

function upgradeSettings(value: JsonObject): JsonObject {
  return isObject(value.set) ? { ...value, set: upgradeSet(value.set) } : value;
}

function upgradeSet(set: JsonObject): JsonObject {
  return upgradeKeys(set, "the suite");
}

/** Maps the objects of a list; anything else stays as it is, for the schema to refuse. */
function each(list: unknown, upgrade: (value: JsonObject) => JsonObject): unknown {
  return Array.isArray(list) ? list.map((one) => (isObject(one) ? upgrade(one) : one)) : list;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
