/** The public API in one place; the parts are also to be had as `lacuna/data`, `lacuna/evaluation` … */

export {
  type AuditConfig,
  type AuditEvent,
  type AuditSummary,
  acceptSuggestions,
  applySuggestions,
  parseAuditConfig,
  type RunAuditOptions,
  readSuggestions,
  runAudit,
  type Suggestion,
} from "./audit/index.ts";
export * from "./data/index.ts";
export { demoCorpus, demoDictionary } from "./demo/index.ts";
export * from "./dictionary/index.ts";
export { choose, UserError } from "./errors.ts";
export * from "./evaluation/index.ts";
export {
  type ConfiguredMethod,
  defineMethod,
  type EpochContext,
  type Learner,
  type Method,
  methods,
  type OwnLoss,
  type OwnSampler,
  type SampledSentence,
  type SpanParts,
  type StepContext,
  spanMethod,
  type Task,
  type TrainedSpans,
  type TrainingFacts,
} from "./methods/index.ts";
export { Random, type RandomState } from "./random.ts";
export {
  type ScoredEntity,
  type StreamedSentence,
  type TaggedText,
  Tagger,
  type TaggerOptions,
  type TagOptions,
  type TextEntity,
} from "./tagging/index.ts";
export * from "./text/index.ts";
export {
  assembleConfig,
  type GivenData,
  type GivenSentence,
  type RunTrainingOptions,
  runTraining,
  type TrainConfig,
  type TrainEvent,
  type TrainModelOptions,
  trainModel as train,
} from "./training/index.ts";
