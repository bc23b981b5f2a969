import { spanMethod } from "./span/method.ts";

/** Negative sampling: trains on the labelled spans and a few others, drawn anew for every batch. [WNS, §2.4] */
export const uniform = spanMethod("uniform", "a few negatives, drawn uniformly (Li et al. 2021)", {
  head: { kind: "span", dropoutOn: "span" },
  sampler: { kind: "uniform" },
  loss: { kind: "cross-entropy" },
});
