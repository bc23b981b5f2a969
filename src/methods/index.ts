import { binder } from "./binder.ts";
import { ce } from "./ce.ts";
import { lacuna } from "./lacuna.ts";
import type { Method } from "./method.ts";
import { nrces } from "./nrces.ts";
import { partialCrf } from "./partial-crf.ts";
import { pu2 } from "./pu2.ts";
import { sclRai } from "./scl-rai.ts";
import { tagger } from "./tagger.ts";
import { uniform } from "./uniform.ts";
import { weighted } from "./weighted.ts";

export type { Counts, Diagnostics, Learner, Place, Stage } from "./learner.ts";
export type { Method, Task } from "./method.ts";
export type { SpanOptions, SpanParts } from "./span/options.ts";

/** Every method by name. To add one, add a row. */
export const methods: Readonly<Record<string, Method>> = Object.freeze({
  ce: ce as Method,
  uniform: uniform as Method,
  weighted: weighted as Method,
  "scl-rai": sclRai as Method,
  nrces: nrces as Method,
  tagger: tagger as Method,
  "partial-crf": partialCrf as Method,
  pu2: pu2 as Method,
  binder: binder as Method,
  lacuna: lacuna as Method,
});
