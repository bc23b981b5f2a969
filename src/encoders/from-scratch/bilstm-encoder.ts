import { z } from "zod";
import type { Tensors } from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { Random } from "../../random.ts";
import type { Encoder } from "../encoder.ts";
import { aboveStates, type StackedWords, stackFeatures } from "../features/feature-stack.ts";
import { hashedFeatures } from "../features/hashed-features.ts";
import type { WordFeatures } from "../features/word-features.ts";
import { bilstmLayers } from "./bilstm-layers.ts";

/** The sizes of a `bilstm`; its features are listed beside them in the saved config. */
export const bilstmSizes = z.strictObject({
  hidden: z.int().positive().default(150).describe("Size of the state of each direction"),
  layers: z.int().positive().default(1),
  dropout: z
    .number()
    .min(0)
    .lt(1)
    .default(0.2)
    .describe("Fraction of values dropped before and after each layer in training"),
});

type BilstmOptions = z.input<typeof bilstmSizes> & { readonly features?: readonly WordFeatures[] };

/**
 * Word features read by a bidirectional LSTM: the setting of the papers' rows without BERT (1 layer of 100 for EC and
 * NEWS, dropout 0.2).
 */
export function bilstmEncoder({
  features = [hashedFeatures()],
  ...options
}: BilstmOptions = {}): Encoder<StackedWords> {
  const sizes = parseConfig(bilstmSizes, options, "the bilstm encoder");
  const stack = stackFeatures(features);
  const reader = bilstmLayers({ prefix: "encoder", from: stack.dim, ...sizes });

  return {
    dim: reader.dim,
    config: { kind: "bilstm", features: stack.configs, ...sizes },
    frozen: stack.frozen,
    axisKeys: stack.axisKeys,
    ...(stack.states && {
      states: {
        sources: stack.states.sources,
        above: bilstmEncoder({ ...sizes, features: aboveStates(features) }),
      },
    }),
    files: stack.files,
    prepare: stack.prepare,
    build: (context) => reader.build(context, stack.build(context)),
    feed: (batch: readonly StackedWords[], random?: Random): Tensors => ({
      ...stack.feed(batch, random),
      ...reader.feed(batch, random),
    }),
  };
}
