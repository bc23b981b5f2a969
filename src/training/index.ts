export { assembleConfig, type ConfigSources, checkSameConfig } from "./assemble-config.ts";
export { DEFAULT_METHOD, parseTrainConfig, type TrainConfig } from "./config.ts";
export { type ResolvedConfig, resolveConfig } from "./config-resolve.ts";
export type { Evaluated, Planned, Started, Stepped, Stopped, TrainEvent } from "./events.ts";
export { type RunTrainingOptions, runTraining } from "./run-training.ts";
export { train } from "./train.ts";
export type { CheckpointStore, Outcome, TrainOptions } from "./train-options.ts";
export { readTrainingLog } from "./training-log.ts";
export type { TrainingReportOptions } from "./training-report.ts";
