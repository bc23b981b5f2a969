import { spanMethod } from "./span/method.ts";

/** Weighted negative sampling: as `uniform`, but the model's own scores steer the draw away from likely entities. [WNS, Eq. 16] */
export const weighted = spanMethod(
  "weighted",
  "a few negatives, hard ones rather than likely entities (Li et al. 2022)",
  {
    head: { kind: "span", dropoutOn: "span" },
    sampler: { kind: "weighted" },
    loss: { kind: "cross-entropy" },
  },
);
