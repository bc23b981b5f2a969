import { bilstmEncoder, cnnEncoder } from "../../src/encoders/index.ts";
import type { EncoderRow } from "./measure.ts";
import { noMiniLm, transformerRows } from "./transformer-rows.ts";

const mixed = { train: { cost: 1000, pool: 1 }, encode: { cost: 2000 } } as const;

/** What is measured, by the name that `--only` takes. */
export const encoderRows: Readonly<Record<string, EncoderRow>> = {
  cnn: {
    title: "cnn, as it is by default",
    make: () => cnnEncoder(),
    batches: mixed,
    // spaCy 3.8 trains 8–12 and predicts 15–25 thousand words/s with its CNN on such a machine.
    aim: { train: 25_000, encode: 80_000 },
  },
  maxout: {
    title: "cnn of spaCy's sizes (96, maxout of 3)",
    make: () => cnnEncoder({ width: 96, activation: "maxout" }),
    batches: mixed,
  },
  bilstm: {
    title: "bilstm of 150",
    make: () => bilstmEncoder(),
    batches: { train: { cost: 1000, padded: true }, encode: { cost: 4000, padded: true } },
  },
  ...(noMiniLm === undefined ? transformerRows : {}),
};
