import { spanMethod } from "./span/method.ts";

/**
 * Contrastive learning of span vectors, and class centres that have a say when the model is used.
 * [SCL-RAI, Eq. 10] [SCL-RAI, Eq. 16]
 */
export const sclRai = spanMethod(
  "scl-rai",
  "contrastive span vectors and retrieval of class centres (Si et al. 2022)",
  {
    head: { kind: "span", dropoutOn: "span" },
    sampler: { kind: "uniform" },
    // As in the authors' code. The paper's denominator leaves out spans of the same label, so the loss has no lower
    // bound, and with encoders that start from nothing it outweighs the labels (docs/methods/scl-rai.md).
    loss: { kind: "contrastive", denominator: "all" },
    retrieval: {},
  },
);
