export { type BatchOptions, batchesByLength } from "./batches-by-length.ts";
export { type BilstmOptions, bilstmEncoder } from "./bilstm-encoder.ts";
export { type CharacterCnnOptions, characterCnn } from "./character-cnn.ts";
export { type CnnOptions, cnnEncoder } from "./cnn-encoder.ts";
export { type CountsOptions, countFeatures } from "./count-features.ts";
export { type CreateEncoder, createEncoder, encoders } from "./create-encoder.ts";
export { type CrossFit, crossFit, type LabelledWords } from "./cross-fit.ts";
export { detectText, type TextKind } from "./detect-text.ts";
export type {
  BuildContext,
  Encoder,
  EncoderConfig,
  EncoderOutput,
  Prepared,
  PrepareOptions,
} from "./encoder.ts";
export { type HashedOptions, hashedFeatures } from "./hashed-features.ts";
export { type Coverage, dropForCoverage, lexiconCoverage } from "./lexicon-coverage.ts";
export { type LexiconOptions, lexiconFeatures } from "./lexicon-features.ts";
export { panelEncoder } from "./panel-encoder.ts";
export {
  cacheFolder,
  type Environment,
  type FileRecord,
  type Manifest,
  type PullEvent,
  type PulledEncoder,
  type PullOptions,
  pullEncoder,
} from "./pull/index.ts";
export { type ReadVectorsOptions, readVectors, type WordVectors } from "./read-vectors.ts";
export { scopedEncoder } from "./scoped-encoder.ts";
export { type StaticVectorsOptions, staticVectors } from "./static-vectors.ts";
export {
  type FrozenCache,
  type FrozenCacheOptions,
  frozenCache,
  inspectModelFolder,
  type ModelFolderReport,
  pretrainedTransformer,
  type RandomTransformerOptions,
  randomTransformer,
  type TransformerEncoder,
  type TransformerOptions,
} from "./transformer/index.ts";
export { createWordFeatures, wordFeatures } from "./word-feature-kinds.ts";
export type { WordFeatures } from "./word-features.ts";
