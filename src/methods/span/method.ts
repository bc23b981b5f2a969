import { maxWidth } from "../../models/index.ts";
import { defineMethod, type Method } from "../method.ts";
import { spanLearner } from "./learner.ts";
import { decideLoss } from "./loss-options.ts";
import { type SpanParts, spanOptions } from "./options.ts";
import { OWN } from "./own-parts.ts";

/**
 * A method that scores spans, from the parts it is made of. Sampler and loss may be functions:
 *
 *     spanMethod("nearby", "negatives beside entities", { sampler: ({ candidates }, { random }) => […] })
 */
export function spanMethod(name: string, summary: string, parts: SpanParts): Method {
  return defineMethod({
    name,
    summary,
    options: spanOptions(parts),
    decide: (options, { sentences, minWidth }) => ({
      ...options,
      loss: options.loss.kind === OWN ? options.loss : decideLoss(options.loss, sentences),
      maxWidth: maxWidth(sentences, options.maxWidth, minWidth).width,
    }),
    source: [parts.sampler, parts.loss],
    learn: (task, options) => spanLearner(task, options, parts),
  });
}
