import { z } from "zod";
import {
  concat,
  declared,
  dimAt,
  dropout,
  dropoutMask,
  gather,
  type Initialiser,
  initialise,
  input,
  lstm,
  type Node,
  reshape,
  sizeAt,
  slice,
  type Tensor,
  type Tensors,
  takeRows,
  zeros,
} from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { Random } from "../../random.ts";
import { type Encoder, totalWords } from "../encoder.ts";
import { type StackedWords, stackFeatures } from "../features/feature-stack.ts";
import { hashedFeatures } from "../features/hashed-features.ts";
import type { WordFeatures } from "../features/word-features.ts";
import { feedTimeMajor, TIME_MAJOR } from "./time-major.ts";

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
 * NEWS, dropout 0.2). A sentence's vector is the final states of both directions.
 *
 * Words are packed except inside the loop, where sentences lie side by side.
 */
export function bilstmEncoder({
  features = [hashedFeatures()],
  ...options
}: BilstmOptions = {}): Encoder<StackedWords> {
  const sizes = parseConfig(bilstmSizes, options, "the bilstm encoder");
  const { hidden, layers, dropout: rate } = sizes;
  const stack = stackFeatures(features);
  const dim = 2 * hidden;
  const masks = Array.from({ length: layers + 1 }, (_, i) => ({
    name: `encoder.dropout.${i}`,
    size: i === 0 ? stack.dim : dim,
  }));

  return {
    dim,
    config: { kind: "bilstm", features: stack.configs, ...sizes },
    frozen: stack.frozen,
    axisKeys: stack.axisKeys,
    files: stack.files,
    prepare: stack.prepare,

    build(context) {
      const dropped = masks.map(({ name, size }) =>
        context.training && rate > 0 ? input(name, ["words", size]) : undefined,
      );
      const timeMajor = ["encoder_steps", "encoder_lanes"] as const;
      const places = input(TIME_MAJOR.places, ["encoder_steps*encoder_lanes"], "int64");
      const present = input(TIME_MAJOR.present, timeMajor);
      const back = input(TIME_MAJOR.back, ["words"], "int64");
      let words = dropout(stack.build(context), dropped[0]);
      for (let layer = 0; layer < layers; layer++) {
        const name = `encoder.layers.${layer}`;
        const from = sizeAt(words.shape, 1);
        const start = initialise.uniform(-1 / Math.sqrt(hidden), 1 / Math.sqrt(hidden));
        const weights = {
          input: declared(context, `${name}.input`, [2, 4 * hidden, from], start),
          hidden: declared(context, `${name}.hidden`, [2, 4 * hidden, hidden], start),
          bias: declared(context, `${name}.bias`, [2, 4 * hidden], rememberAtFirst(hidden)),
        };
        const steps = reshape(takeRows(words, places, back), [...timeMajor, from]);
        const read = reshape(lstm(steps, weights, present), [-1, dim]);
        words = dropout(takeRows(read, back, places), dropped[layer + 1]);
      }
      const rows = withZeroRow(words);
      const at = (name: string) => gather(rows, input(name, ["sentences"], "int64"));
      const [first, last] = [at(TIME_MAJOR.first), at(TIME_MAJOR.last)];
      return { words, sentences: concat([slice(last, 1, 0, hidden), slice(first, 1, hidden)], 1) };
    },

    feed(batch: readonly StackedWords[], random?: Random): Tensors {
      const rows = totalWords(batch);
      const drawn: Record<string, Tensor> = {};
      if (random !== undefined && rate > 0) {
        for (const { name, size } of masks) drawn[name] = dropoutMask(random, rate, [rows, size]);
      }
      return { ...stack.feed(batch, random), ...feedTimeMajor(batch), ...drawn };
    },
  };
}

/** Adds a zero row after the last word, for sentences without words. */
function withZeroRow(words: Node): Node {
  return concat([words, zeros([1, dimAt(words.shape, 1)])], 0);
}

/** Biases 0, but 1 for the forget gate (the second), so that a new LSTM remembers. [Jozefowicz et al. 2015] */
function rememberAtFirst(hidden: number): Initialiser {
  return (values) => {
    for (let i = 0; i < values.length; i++) values[i] = Math.floor(i / hidden) % 4 === 1 ? 1 : 0;
  };
}
