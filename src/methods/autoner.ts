import { maxWidth } from "../models/index.ts";
import { autonerLearner } from "./autoner/learner.ts";
import { autonerOptions } from "./autoner/options.ts";
import { defineMethod } from "./method.ts";

/** Tie or break between neighbouring words, then a type for each chunk. [AUTONER, tie or break] */
export const autoner = defineMethod({
  name: "autoner",
  summary:
    "where chunks begin, then their types; phrases of unknown type are left out (AutoNER, Shang et al. 2018)",
  options: autonerOptions,
  decide: (options, { sentences, minWidth }) => ({
    ...options,
    maxWidth: maxWidth(sentences, options.maxWidth, minWidth).width,
  }),
  learn: autonerLearner,
});
