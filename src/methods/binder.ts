import { binderLearner } from "./binder/learner.ts";
import { type BinderMethodOptions, binderOptions } from "./binder/options.ts";
import type { Method } from "./method.ts";

/** BINDER: spans and descriptions of entity types are mapped into one space, and compared with thresholds that the sentence sets. */
export const binder: Method<BinderMethodOptions> = {
  name: "binder",
  summary: "spans compared with descriptions of types, thresholds by the sentence (Zhang et al. 2023)",
  options: binderOptions,
  learn: binderLearner,
};
