import { labelSet, maxWidth } from "../models/index.ts";
import { defineMethod } from "./method.ts";
import { mrcLearner } from "./mrc/learner.ts";
import { mrcOptions, queriesOf } from "./mrc/options.ts";

/** A query for each type before the sentence; where do its mentions begin and end? [MRC, loss] */
export const mrc = defineMethod({
  name: "mrc",
  summary:
    "a query for each type before the sentence, and where its mentions begin and end (Li et al. 2020); slow",
  options: mrcOptions,
  decide: (options, { sentences, minWidth }) => ({
    ...options,
    maxWidth: maxWidth(sentences, options.maxWidth, minWidth).width,
  }),
  queries: ({ types }, { sentences }) =>
    queriesOf(
      types,
      labelSet(sentences.flatMap(({ entities }) => entities.map(({ label }) => label))).labels,
    ),
  learn: mrcLearner,
});
