export { families } from "./families.ts";
export { type FrozenCache, type FrozenCacheOptions, frozenCache } from "./frozen-cache.ts";
export { inspectModelFolder, type ModelFolderReport } from "./inspect-model-folder.ts";
export {
  pretrainedTransformer,
  type RandomTransformerOptions,
  randomTransformer,
  restoreTransformer,
  type TransformerOptions,
} from "./make-transformer.ts";

export { type ModelFolder, openModelFolder } from "./model-folder.ts";
export type { PreparedPieces } from "./prepared-pieces.ts";
export type { TransformerSizes } from "./sizes.ts";
export { type TransformerConfig, transformerConfig } from "./transformer-config.ts";
export type { TransformerEncoder } from "./transformer-encoder.ts";
