export { type BootstrapOptions, bootstrapF1, type Interval, middle, sentenceDrawer } from "./bootstrap.ts";
export { type Confusion, type ConfusionCounter, confusionOf, createConfusion } from "./confusion.ts";
export {
  type Conlleval,
  type ConllevalOptions,
  conlleval,
  conllevalLines,
  createConlleval,
} from "./conlleval.ts";
export { type ConllevalResult, formatConlleval } from "./conlleval-report.ts";
export {
  createFamiliarity,
  type Familiarity,
  type FamiliarityCounter,
  type FamiliarityRecall,
  familiarities,
} from "./familiarity.ts";
export { formatPercent } from "./format-percent.ts";
export { type Judged, judgedEntities } from "./judged.ts";
export { type MatchMode, matchModes } from "./match-mode.ts";
export {
  cleanDrawLowerBound,
  cleanDrawProbability,
  createMissampling,
  type Missampling,
  type MissamplingCounter,
  missamplingRate,
} from "./missampling.ts";
export {
  findMistakes,
  type Mistake,
  type MistakeKind,
  type MistakeOptions,
  type MistakePlace,
  sentenceMistakes,
} from "./mistakes.ts";
export { type Counts, type Rates, rates } from "./rates.ts";
export {
  createScorer,
  type Score,
  type Scored,
  type ScoreResult,
  type Scorer,
  scoreSentences,
  type TypeScore,
} from "./score.ts";
export {
  countSentences,
  createSentenceCounter,
  type SentenceCounter,
  type SentenceCounts,
  totalCounts,
} from "./sentence-counts.ts";
export {
  type PairedInterval,
  pairedBootstrap,
  pairedRandomisation,
  type Significance,
} from "./significance.ts";
