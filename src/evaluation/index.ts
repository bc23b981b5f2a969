export {
  type BootstrapOptions,
  bootstrapF1,
  type Interval,
  percentileInterval,
  sentenceSampler,
} from "./bootstrap.ts";
export { type Confusion, confusionOf, createConfusion } from "./confusion.ts";
export { type ConllevalOptions, conlleval, conllevalLines } from "./conlleval.ts";
export { isMuchShared, otherNames, shareText } from "./doubts.ts";
export {
  createFamiliarity,
  type Familiarity,
  type FamiliarityCounter,
  type FamiliarityRecall,
} from "./familiarity.ts";
export { type MatchMode, matchModes } from "./match-mode.ts";
export {
  cleanDrawLowerBound,
  cleanDrawProbability,
  createMissampling,
  drawnShare,
  type Missampling,
  missamplingRate,
} from "./missampling.ts";
export { findMistakes, type Mistake, type MistakeKind, sentenceMistakes } from "./mistakes.ts";
export { type Counts, formatPercent, type Rates, rates } from "./rates.ts";
export {
  createScorer,
  type Score,
  type Scored,
  type ScoreResult,
  type Scorer,
  scoreSentences,
  type TypeScore,
} from "./score.ts";
export { countSentences, createSentenceCounter, type SentenceCounts } from "./sentence-counts.ts";
export {
  type PairedInterval,
  pairedBootstrap,
  pairedRandomisation,
  type Significance,
} from "./significance.ts";
