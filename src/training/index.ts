export {
  assembleConfig,
  type ConfigSources,
  readConfigFile,
  resumedConfig,
} from "./config/assemble-config.ts";
export { commonConfig, DEFAULT_METHOD, parseTrainConfig, type TrainConfig } from "./config/config.ts";
export { encoderChoice } from "./config/encoder.ts";
export { dictionaryChoice } from "./config/features.ts";
export type { JsonObject } from "./config/merge-config.ts";
export { type ReadingChoice, readingChoice, readingOptions } from "./config/reading.ts";
export { type ResolvedConfig, resolveConfig } from "./config/resolve.ts";
export { setValues } from "./config/set-value.ts";
export type {
  Evaluated,
  Planned,
  Scored,
  Started,
  StatesComputed,
  Stepped,
  Stopped,
  TeacherAsked,
  TrainEvent,
} from "./loop/events.ts";
export { train } from "./loop/train.ts";
export type { CheckpointStore, Outcome, TrainOptions } from "./loop/train-options.ts";
export { runHistory, wordsPerSecond, wordsRead } from "./report/run.ts";
export type { TrainingReportOptions } from "./report/training-report.ts";
export {
  closeFinishedRun,
  isFinishedRun,
  type OpenRunOptions,
  openRunFolder,
  type RunFolder,
  runFiles,
} from "./run-folder.ts";
export { type RunTrainingOptions, runTraining } from "./run-training.ts";
export { dataFingerprint } from "./setup/data-fingerprint.ts";
export { parseDevAmount } from "./setup/dev-sentences.ts";
export { strictReading } from "./setup/dictionary-reading.ts";
export type { GivenData, GivenSentence } from "./setup/given-sentences.ts";
export type { ReadTrainingDataOptions } from "./setup/read-training-data.ts";
export { type TrainModelOptions, trainModel } from "./train-model.ts";
export { readTrainingLog } from "./training-log.ts";
