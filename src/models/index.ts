export { angleScores, simplexCorners } from "./angle-simplex.ts";
export { bestThreshold } from "./best-threshold.ts";
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
} from "./binder-config.ts";
export { binderModel, storedThreshold, storedTypes, thresholdTable, typeTable } from "./binder-model.ts";
export { type BinderScores, type BinderTextScores, binderText, feedBinderText } from "./binder-text.ts";
export {
  type BinderTypes,
  binderTypes,
  type PreparedType,
  type TypeText,
  type TypeVectors,
} from "./binder-types.ts";
export { type CentreCounter, classCentres, createCentres } from "./class-centres.ts";
export { type CreateModel, createModel, models } from "./create-model.ts";
export { type CreateSpanHead, createSpanHead, spanHeads } from "./create-span-head.ts";
export { type DecodeOptions, decodeSpans } from "./decode-spans.ts";
export { flatEntities } from "./flat-entities.ts";
export { JUDGED_FROM, type JudgeOptions, judgeSpans } from "./judge-spans.ts";
export { type LabelSet, labelSet, NON_ENTITY, parseLabelSet } from "./label-set.ts";
export { type MaxWidth, maxWidth } from "./max-width.ts";
export type { Model, ModelConfig, SpanVectors } from "./model.ts";
export {
  feedPaddedWords,
  PADDED,
  type PaddedWords,
  paddedShape,
  paddedWords,
  padRows,
} from "./padded-words.ts";
export { inferenceGraph, Predictor, type PredictorOptions, weightsOf } from "./predictor.ts";
export { type RetrievalOptions, retrievalMix, retrieved } from "./retrieval-mix.ts";
export { type RetrievalInput, retrievalMixOf } from "./retrieval-mix-of.ts";
export { type AllSpans, feedAllSpans, scoreAllSpans } from "./score-all-spans.ts";
export { type SpanClassifierOptions, spanClassifier, spanClassifierConfig } from "./span-classifier.ts";
export { feedSpanGrid, gridRows, type SpanGrid, spanGrid } from "./span-grid.ts";
export type { SpanHead, SpanHeadConfig, SpanHeadSizes, SpanScores } from "./span-head.ts";
export { type PlacedSpan, type SpanIndex, spanIndex } from "./span-index.ts";
export {
  CENTRES,
  decodeConfig,
  retrievalConfig,
  type SpanModelOptions,
  spanModel,
  spanModelConfig,
} from "./span-model.ts";
export { feedSpans, type SpanNodes, type SpanNodesOptions, type SpanRows, spanNodes } from "./span-nodes.ts";
export {
  headScopes,
  shiftTags,
  type TagHead,
  type TagHeadOptions,
  type TagHeadSizes,
  tagHead,
  tagHeadConfig,
} from "./tag-head.ts";
export { type TagMember, type TagPanel, type TagPanelSizes, tagPanel } from "./tag-panel.ts";
export {
  OUTSIDE,
  type TaggedSpan,
  type TaggerScheme,
  type TagSet,
  type TagSetOptions,
  tagSet,
} from "./tag-set.ts";
export { type TaggerModelOptions, taggerModel, taggerModelConfig } from "./tagger-model.ts";
export {
  FORBIDDEN,
  learnedTransitions,
  legalTransitions,
  penalties,
  type Transitions,
} from "./transitions.ts";
export {
  parseTypeDescriptions,
  readableLabel,
  readTypeDescriptions,
  type TypeDescription,
  type TypeDescriptions,
  typeWords,
} from "./type-descriptions.ts";
export { type TypeNumbers, TypeReader, type TypeReaderOptions } from "./type-reader.ts";
export { type WidthClassifierOptions, widthClassifier, widthClassifierConfig } from "./width-classifier.ts";
