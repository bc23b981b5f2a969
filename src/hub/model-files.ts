const MEGABYTE = 1 << 20;

/** A file of a model folder that is fetched; nothing outside this list is ever asked for, least of all code or pickle files. */
export interface ModelFile {
  readonly name: string;
  readonly required: boolean;
  /** More bytes than this are refused: what is sent would not be what the name says. */
  readonly limit: number;
}

/** The small files, in the order in which they are fetched. `config.json` comes first: it tells whether the model is there at all. */
export const smallFiles: readonly ModelFile[] = [
  { name: "config.json", required: true, limit: 16 * MEGABYTE },
  { name: "tokenizer.json", required: true, limit: 256 * MEGABYTE },
  { name: "tokenizer_config.json", required: false, limit: 64 * MEGABYTE },
  { name: "special_tokens_map.json", required: false, limit: 16 * MEGABYTE },
  { name: "vocab.txt", required: false, limit: 256 * MEGABYTE },
];

export const WEIGHTS = "model.safetensors";
export const SHARD_INDEX = "model.safetensors.index.json";

/** 64 GB: far beyond any encoder that a processor can run. */
const WEIGHTS_LIMIT = 65536 * MEGABYTE;

export const weightsFile: ModelFile = { name: WEIGHTS, required: false, limit: WEIGHTS_LIMIT };
export const shardIndexFile: ModelFile = { name: SHARD_INDEX, required: false, limit: 64 * MEGABYTE };

export function shardFile(name: string): ModelFile {
  return { name, required: true, limit: WEIGHTS_LIMIT };
}
