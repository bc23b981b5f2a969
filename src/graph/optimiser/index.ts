export { type AdamWOptions, adamW } from "./adamw.ts";
export { GradientSum } from "./gradient-sum.ts";
export type {
  GradientsByName,
  GradientValues,
  Optimiser,
  OptimiserInfo,
  OptimiserOptions,
  OptimiserState,
  ParameterGroup,
  StepReport,
} from "./optimiser.ts";

export {
  constantSchedule,
  cosineSchedule,
  linearSchedule,
  type Schedule,
  type ScheduleLengths,
} from "./schedule.ts";

export { type SgdOptions, sgd } from "./sgd.ts";
export type { RowIndices } from "./sum-rows.ts";
