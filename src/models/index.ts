export { breakScores } from "./autoner/breaks.ts";
export {
  type AutonerModelOptions,
  autonerModel,
  chunkDecodeConfig,
} from "./autoner/model.ts";
export {
  type BinderConfig,
  type BinderObjectiveName,
  type BinderOptions,
  binderConfig,
  binderInference,
  binderObjectives,
  binderSizes,
  type TypeSource,
  typeSources,
} from "./binder/config.ts";
export { thresholdAt } from "./binder/decode.ts";
export {
  type BinderTypes,
  binderTypes,
  type PreparedType,
  type TypeText,
  type TypeVectors,
} from "./binder/entity-types.ts";
export { binderModel, storedThreshold, storedTypes, thresholdTable, typeTable } from "./binder/model.ts";
export { type BinderScores, type BinderTextScores, binderText, feedBinderText } from "./binder/text.ts";
export {
  parseTypeDescriptions,
  readableLabel,
  readTypeDescriptions,
  type TypeDescription,
  type TypeDescriptions,
  typeWords,
} from "./binder/type-descriptions.ts";
export { type TypeNumbers, TypeReader, type TypeReaderOptions } from "./binder/type-reader.ts";
export { type CreateModel, createModel, models } from "./create-model.ts";
export { type LabelSet, labelSet, NON_ENTITY, parseLabelSet } from "./label-set.ts";
export type {
  DecodeOptions,
  MarginalOptions,
  Model,
  ModelConfig,
  ScoredEntity,
  SpanVectors,
} from "./model.ts";
export { type MrcModelOptions, mrcModel, mrcScores } from "./mrc/model.ts";
export { inferenceGraph, Predictor, type PredictorOptions, weightsOf } from "./predictor.ts";
export {
  type BiaffineClassifierOptions,
  biaffineClassifier,
  biaffineClassifierConfig,
} from "./span/biaffine-classifier.ts";
export { type CentreCounter, classCentres, createCentres } from "./span/class-centres.ts";
export { type CreateSpanHead, createSpanHead, spanHeads } from "./span/create-span-head.ts";
export { decodeSpans } from "./span/decode.ts";
export { MARGINAL_FLOOR, spanMarginals } from "./span/marginals.ts";
export { type MaxWidth, maxWidth } from "./span/max-width.ts";
export {
  CENTRES,
  decodeConfig,
  retrievalConfig,
  type SpanModelOptions,
  spanModel,
  spanModelConfig,
} from "./span/model.ts";
export { overlapFilter } from "./span/overlap-filter.ts";
export {
  type RetrievalInput,
  type RetrievalOptions,
  retrievalMix,
  retrievalMixOf,
  retrieved,
} from "./span/retrieval-mix.ts";
export { type AllSpans, feedAllSpans, scoreAllSpans } from "./span/score-all-spans.ts";
export { type SpanClassifierOptions, spanClassifier, spanClassifierConfig } from "./span/span-classifier.ts";
export { feedSpanGrid, gridRows, type SpanGrid, spanGrid } from "./span/span-grid.ts";
export type { SpanHead, SpanHeadConfig, SpanHeadSizes, SpanScores } from "./span/span-head.ts";
export { type PlacedSpan, type SpanIndex, spanIndex } from "./span/span-index.ts";
export {
  feedSpans,
  type SpanNodes,
  type SpanNodesOptions,
  type SpanRows,
  spanNodes,
} from "./span/span-nodes.ts";
export {
  type WidthClassifierOptions,
  widthClassifier,
  widthClassifierConfig,
} from "./span/width-classifier.ts";
export { angleScores, simplexCorners } from "./tagger/angle-simplex.ts";
export { type TagEnsemble, type TagEnsembleSizes, type TagMember, tagEnsemble } from "./tagger/ensemble.ts";
export { flatEntities } from "./tagger/flat-entities.ts";
export { type TaggerModelOptions, taggerModel, taggerModelConfig } from "./tagger/model.ts";
export {
  feedPaddedWords,
  PADDED,
  type PaddedWords,
  paddedShape,
  paddedWords,
  padRows,
} from "./tagger/padded-words.ts";
export {
  addTagBias,
  headScopes,
  type TagHead,
  type TagHeadOptions,
  type TagHeadSizes,
  tagHead,
  tagHeadConfig,
} from "./tagger/tag-head.ts";
export {
  OUTSIDE,
  type TaggedSpan,
  type TaggerScheme,
  type TagSet,
  type TagSetOptions,
  tagSet,
} from "./tagger/tag-set.ts";
export {
  FORBIDDEN,
  learnedTransitions,
  legalTransitions,
  penalties,
  type Transitions,
} from "./tagger/transitions.ts";
