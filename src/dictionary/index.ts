export { detectUnit } from "./detect-unit.ts";
export {
  type Added,
  type AmbiguousPhrase,
  buildDictionary,
  type Comparison,
  Dictionary,
} from "./dictionary.ts";
export {
  type Agreement,
  type DictionaryReport,
  DictionaryTally,
  dictionaryReport,
} from "./dictionary-report.ts";
export { type LabelOptions, labelSentence } from "./label-sentence.ts";
export { loadDictionary } from "./load-dictionary.ts";
export { type ListedWords, loadWordList } from "./load-word-list.ts";
export {
  type CaseMode,
  type Conflict,
  caseModes,
  type MatchOptions,
  matchPreset,
  type Normalisation,
  presets,
  type SelectionOptions,
  type Unit,
} from "./match-options.ts";
export type { Match } from "./matcher/settle-matches.ts";
export { type FoundWord, WordList } from "./word-list.ts";
