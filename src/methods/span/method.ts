import type { Method } from "../method.ts";
import { spanLearner } from "./learner.ts";
import { type SpanOptions, type SpanParts, spanOptions } from "./options.ts";

/** A method that scores spans, from the parts it is made of. */
export function spanMethod(name: string, summary: string, parts: SpanParts): Method<SpanOptions> {
  return { name, summary, options: spanOptions(parts), learn: spanLearner };
}
