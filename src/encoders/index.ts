export { type BatchOptions, batchesByLength } from "./batches-by-length.ts";
export { createEncoder } from "./create-encoder.ts";
export type {
  Encoder,
  EncoderConfig,
  EncoderOutput,
  Prepared,
  PrepareOptions,
} from "./encoder.ts";
export { ensembleEncoder } from "./ensemble-encoder.ts";
export { type CountsOptions, countFeatures, countsConfig } from "./features/count-features.ts";
export { type CrossFit, crossFit, type LabelledWords } from "./features/cross-fit.ts";
export { detectText, type TextKind } from "./features/detect-text.ts";
export { type Coverage, dictionaryCoverage, dropForCoverage } from "./features/dictionary-coverage.ts";
export {
  dictionaryFeatureConfig,
  dictionaryFeatures,
  savedPhrases,
} from "./features/dictionary-features.ts";
export { type HashedOptions, hashedConfig, hashedFeatures } from "./features/hashed-features.ts";
export { lexiconFeatureConfig, lexiconFeatures } from "./features/lexicon-features.ts";
export { savedVocabulary, staticVectors, staticVectorsConfig } from "./features/static-vectors.ts";
export { importVectors } from "./features/vectors/import-vectors.ts";
export { readVectors } from "./features/vectors/read-vectors.ts";
export { findVectors, hasVectors, listVectors, vectorsFolder } from "./features/vectors/stored-vectors.ts";
export type { WordVectors } from "./features/vectors/word-vectors.ts";
export type { WordFeatures } from "./features/word-features.ts";
export { bilstmEncoder, bilstmSizes } from "./from-scratch/bilstm-encoder.ts";
export { cnnEncoder, cnnSizes } from "./from-scratch/cnn-encoder.ts";
export { inspectEncoderFolder } from "./inspect-encoder-folder.ts";
export { pretrainedEncoder } from "./pretrained-encoder.ts";
export { queriedEncoder } from "./queried-encoder.ts";
export { restoreRecurrent } from "./recurrent/make-recurrent.ts";
export { scopedEncoder } from "./scoped-encoder.ts";
export { stateFeatures } from "./state-features.ts";
export { cachedEncoder, type StatesProgress } from "./states/cached-encoder.ts";
export { clearStates, listStates, statesFolder, statesLimit } from "./states/state-folder.ts";
export type { ModelFolderReport } from "./transformer/inspect-model-folder.ts";
export {
  pretrainedTransformer,
  randomTransformer,
  restoreTransformer,
} from "./transformer/make-transformer.ts";
export { aboveConfig } from "./transformer/transformer-config.ts";
export { type WantedTensor, type WantedTensors, wantedTensors } from "./transformer/wanted-tensors.ts";
export { hashWeights } from "./transformer/weight-files.ts";
export { createWordFeatures } from "./word-feature-kinds.ts";
