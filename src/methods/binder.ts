import { maxWidth } from "../models/index.ts";
import { binderLearner } from "./binder/learner.ts";
import { binderOptions } from "./binder/options.ts";
import { defineMethod } from "./method.ts";

/** The widest span of the paper, which counts pieces; wider ones are looked at where a config says so. */
const MOST_WORDS = 30;

/** BINDER: spans and descriptions of entity types are mapped into one space, and compared with thresholds that the sentence sets. */
export const binder = defineMethod({
  name: "binder",
  summary: "spans compared with descriptions of types, thresholds by the sentence (Zhang et al. 2023)",
  options: binderOptions,
  decide: (options, { sentences, minWidth }) => ({
    ...options,
    maxWidth: maxWidth(sentences, options.maxWidth, minWidth, MOST_WORDS).width,
  }),
  learn: binderLearner,
});
