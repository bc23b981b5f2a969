import { spanMethod } from "./span-method.ts";

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
    loss: { kind: "contrastive" },
    retrieval: {},
  },
);
