import { spanMethod } from "./span/method.ts";

/**
 * The naive baseline: every unlabelled span is a negative, in partial sentences too. A missed entity is taught as
 * a mistake in each epoch.
 */
export const ce = spanMethod("ce", "every unlabelled span is a negative (the naive baseline)", {
  // With so many spans, dropout by parts costs a fraction of the papers' dropout on each span.
  head: { kind: "span", dropoutOn: "parts" },
  sampler: { kind: "all" },
  loss: { kind: "cross-entropy" },
});
