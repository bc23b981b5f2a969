export { copyModelFolder } from "./copy-model-folder.ts";
export { encoderName } from "./encoder-name.ts";
export { type ExportModelOptions, exportModel } from "./export-model.ts";
export { CHECKPOINTS, modelFiles } from "./model-folder.ts";
export { type ModelForTypesOptions, modelForTypes } from "./model-for-types.ts";
export { type OpenedModel, type OpenModelOptions, openModelFolder } from "./open-model-folder.ts";
export { type SavedModel, saveModelFolder } from "./save-model-folder.ts";
export {
  type ScoredEntity,
  SentenceTagger,
  type SentenceTaggerOptions,
  type TaggedBatch,
  type TaggedSentence,
  type TagOptions,
} from "./sentence-tagger.ts";
export { SpanScorer } from "./span-scorer.ts";
export type { TaggedText, TextEntity } from "./tagged-text.ts";
export { Tagger, type TaggerOptions } from "./tagger.ts";
export { taggerForTypes } from "./tagger-for-types.ts";
export { type StreamedSentence, type TagSentencesOptions, TextTagger } from "./text-tagger.ts";
export { trainedOn } from "./trained-on.ts";
