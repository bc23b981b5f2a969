/** An object of a config: what JSON holds between braces. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A config with some keys replaced, at any depth. Lists are replaced whole. Where an object is of another `kind`
 * than before, its old keys mean nothing any more and go.
 *
 * Keys may have any name, `__proto__` as well: objects are only ever made from lists of entries.
 */
export function mergeConfig(base: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  if (!isJsonObject(base) || isOtherKind(base, patch)) return patch;
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    merged.set(key, merged.has(key) ? mergeConfig(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOtherKind(base: JsonObject, patch: JsonObject): boolean {
  const [old, now] = [base, patch].map((value) => (Object.hasOwn(value, "kind") ? value.kind : undefined));
  return old !== undefined && now !== undefined && old !== now;
}
