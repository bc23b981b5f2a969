import { autoner } from "./autoner.ts";
import { binder } from "./binder.ts";
import { bnpu } from "./bnpu.ts";
import { bond } from "./bond.ts";
import { ce } from "./ce.ts";
import { confMpu } from "./conf-mpu.ts";
import { distil } from "./distil.ts";
import { lacuna } from "./lacuna.ts";
import type { Method } from "./method.ts";
import { mrc } from "./mrc.ts";
import { nrces } from "./nrces.ts";
import { partialCrf } from "./partial-crf.ts";
import { pu2 } from "./pu2.ts";
import { sclRai } from "./scl-rai.ts";
import { tagger } from "./tagger.ts";
import { uniform } from "./uniform.ts";
import { weighted } from "./weighted.ts";
import { weightedPartialCrf } from "./weighted-partial-crf.ts";

export type { Counts, EpochContext, EpochMetrics, Learner, LeftOut, Stage, StepContext } from "./learner.ts";
export { type ConfiguredMethod, defineMethod, type Method, type Task, type TrainingFacts } from "./method.ts";
export { sourceVersion } from "./source-version.ts";
export { spanMethod } from "./span/method.ts";
export type { SpanParts } from "./span/options.ts";
export type { OwnLoss, OwnSampler, SampledSentence, TrainedSpans } from "./span/own-parts.ts";

/** Every method by name. To add one, add a row. */
export const methods: Readonly<Record<string, Method>> = Object.freeze({
  ce,
  uniform,
  weighted,
  "scl-rai": sclRai,
  nrces,
  tagger,
  "partial-crf": partialCrf,
  "weighted-partial-crf": weightedPartialCrf,
  bnpu,
  "conf-mpu": confMpu,
  bond,
  distil,
  autoner,
  pu2,
  binder,
  mrc,
  lacuna,
});
