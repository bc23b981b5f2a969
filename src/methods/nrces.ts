import { spanMethod } from "./span/method.ts";

/** A loss that lets go of negatives the model is sure are entities, over half of the unlabelled spans. [NRCES, Eq. 9] */
export const nrces = spanMethod(
  "nrces",
  "a bounded loss on half of the unlabelled spans (Kang et al. 2022)",
  {
    head: { kind: "width" },
    sampler: { kind: "fraction" },
    loss: { kind: "noise-robust" },
    maxWidth: 10,
  },
);
