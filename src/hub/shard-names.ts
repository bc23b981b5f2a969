import { UserError } from "../errors.ts";
import { SHARD_INDEX } from "./model-files.ts";

const MOST_SHARDS = 1000;

/**
 * The files that a shards index names, each once, in order.
 *
 * The index comes from a stranger and its names become paths here, so only plain names of safetensors
 * files pass: no folder, no "..", nothing hidden.
 */
export function shardNames(text: string): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new UserError(`"${SHARD_INDEX}" is not JSON: ${(cause as Error).message}`, { cause });
  }
  const map = (parsed as { weight_map?: unknown } | null)?.weight_map;
  if (typeof map !== "object" || map === null || Array.isArray(map)) {
    throw new UserError(`"${SHARD_INDEX}" has no "weight_map" object`);
  }
  const names = new Set<string>();
  for (const [tensor, name] of Object.entries(map)) {
    if (typeof name !== "string" || !isShardName(name)) {
      throw new UserError(
        `"${SHARD_INDEX}" keeps "${tensor.slice(0, 200)}" in ${JSON.stringify(name)?.slice(0, 200)}, which is not the plain name of a .safetensors file`,
        { hint: "nothing outside the model's folder is fetched or written; do not trust this model" },
      );
    }
    names.add(name);
  }
  if (names.size === 0) throw new UserError(`"${SHARD_INDEX}" names no file`);
  if (names.size > MOST_SHARDS) {
    throw new UserError(`"${SHARD_INDEX}" names ${names.size} files; at most ${MOST_SHARDS} are fetched`);
  }
  return [...names].sort();
}

function isShardName(name: string): boolean {
  return /^[A-Za-z0-9_][\w.-]{0,200}\.safetensors$/.test(name) && !name.includes("..");
}
