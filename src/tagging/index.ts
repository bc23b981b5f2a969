export { type ModelForTypesOptions, modelForTypes } from "./model-for-types.ts";
export { type OpenedModel, type OpenModelOptions, openModelFolder } from "./open-model-folder.ts";
export { type SavedModel, saveModelFolder } from "./save-model-folder.ts";
export {
  type ScoredEntity,
  SentenceTagger,
  type SentenceTaggerOptions,
  type TaggedSentence,
  type TagOptions,
} from "./sentence-tagger.ts";
export type { TaggedText, TextEntity } from "./tagged-text.ts";
export { type StreamedSentence, Tagger, type TaggerOptions, type TagSentencesOptions } from "./tagger.ts";
export { taggerForTypes } from "./tagger-for-types.ts";
