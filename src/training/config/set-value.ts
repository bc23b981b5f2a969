import { UserError } from "../../errors.ts";
import { type JsonObject, mergeConfig } from "./merge-config.ts";

/**
 * Reads what was given as `--set key.sub=value`, one after another, later ones winning: the keys of a config to be
 * replaced. A value is JSON where it can be read as JSON (numbers, true, null, lists …), else it is the text itself.
 */
export function setValues(assignments: readonly string[]): JsonObject {
  return assignments.reduce<JsonObject>(
    (sofar, text) => mergeConfig(sofar, setValue(text)) as JsonObject,
    {},
  );
}

/** Reads one assignment. */
export function setValue(assignment: string): JsonObject {
  const sign = assignment.indexOf("=");
  const path = assignment.slice(0, Math.max(0, sign)).trim().split(".");
  if (sign < 0 || path.some((key) => key === "")) {
    throw new UserError(`cannot read --set "${assignment}"`, {
      hint: "write key=value, with dots for keys within keys: --set optimiser.learningRate=0.002",
    });
  }
  const value = jsonOrText(assignment.slice(sign + 1));
  return path.reduceRight<unknown>((inner, key) => Object.fromEntries([[key, inner]]), value) as JsonObject;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
