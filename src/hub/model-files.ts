import { z } from "zod";
import { messageOf, UserError } from "../errors.ts";

const MEGABYTE = 1 << 20;

/** A file of a model folder to download; nothing else is ever requested, least of all code or pickle files. */
export interface ModelFile {
  readonly name: string;
  readonly required: boolean;
  /** Larger files are refused: they are not what the name says. */
  readonly limit: number;
}

/** The small files, in download order. `config.json` comes first: it shows whether the model exists. */
export const smallFiles: readonly ModelFile[] = [
  { name: "config.json", required: true, limit: 16 * MEGABYTE },
  { name: "tokenizer.json", required: true, limit: 256 * MEGABYTE },
  { name: "tokenizer_config.json", required: false, limit: 64 * MEGABYTE },
  { name: "special_tokens_map.json", required: false, limit: 16 * MEGABYTE },
  { name: "vocab.txt", required: false, limit: 256 * MEGABYTE },
];

export const WEIGHTS = "model.safetensors";
export const SHARD_INDEX = "model.safetensors.index.json";

/** 64 GB: far beyond any encoder that runs on a CPU. */
const WEIGHTS_LIMIT = 65536 * MEGABYTE;

export const weightsFile: ModelFile = { name: WEIGHTS, required: false, limit: WEIGHTS_LIMIT };
export const shardIndexFile: ModelFile = { name: SHARD_INDEX, required: false, limit: 64 * MEGABYTE };

export function shardFile(name: string): ModelFile {
  return { name, required: true, limit: WEIGHTS_LIMIT };
}

const MOST_SHARDS = 1000;

const shardIndex = z.object({ weight_map: z.record(z.string(), z.unknown()) });

/**
 * The files named in a shards index, each once, sorted.
 *
 * The index is untrusted and its names become paths here, so only plain names of safetensors files pass: no folder,
 * no "..", nothing hidden.
 */
export function shardNames(text: string): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new UserError(`"${SHARD_INDEX}" is not JSON: ${messageOf(cause)}`, { cause });
  }
  const index = shardIndex.safeParse(parsed);
  if (!index.success) throw new UserError(`"${SHARD_INDEX}" has no "weight_map" object`);
  const names = new Set<string>();
  for (const [tensor, name] of Object.entries(index.data.weight_map)) {
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
