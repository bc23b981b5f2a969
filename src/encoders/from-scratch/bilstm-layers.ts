import {
  type BuildContext,
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
import type { Random } from "../../random.ts";
import { type EncoderOutput, type Prepared, totalWords } from "../encoder.ts";
import { feedTimeMajor, TIME_MAJOR } from "./time-major.ts";

interface BilstmLayersOptions {
  /** What names of weights and inputs begin with. */
  readonly prefix: string;
  /** The size of the vectors that are read. */
  readonly from: number;
  /** The size of the state of each direction. */
  readonly hidden: number;
  readonly layers: number;
  /** The share of values dropped before and after each layer in training. */
  readonly dropout: number;
}

interface BilstmLayers {
  readonly dim: number;
  /** @param words `["words", from]` */
  build(context: BuildContext, words: Node): EncoderOutput;
  feed(batch: readonly Prepared[], random?: Random): Tensors;
}

/**
 * A bidirectional LSTM over the words of each sentence. A sentence's vector is the final states of both directions.
 *
 * Words are packed except inside the loop, where sentences lie side by side.
 */
export function bilstmLayers({
  prefix,
  from: size,
  hidden,
  layers,
  dropout: rate,
}: BilstmLayersOptions): BilstmLayers {
  const dim = 2 * hidden;
  const masks = Array.from({ length: layers + 1 }, (_, i) => ({
    name: `${prefix}.dropout.${i}`,
    size: i === 0 ? size : dim,
  }));

  return {
    dim,

    build(context, read) {
      const dropped = masks.map(({ name, size: own }) =>
        context.training && rate > 0 ? input(name, ["words", own]) : undefined,
      );
      const timeMajor = ["encoder_steps", "encoder_lanes"] as const;
      const places = input(TIME_MAJOR.places, ["encoder_steps*encoder_lanes"], "int64");
      const present = input(TIME_MAJOR.present, timeMajor);
      const back = input(TIME_MAJOR.back, ["words"], "int64");
      let words = dropout(read, dropped[0]);
      for (let layer = 0; layer < layers; layer++) {
        const name = `${prefix}.layers.${layer}`;
        const from = sizeAt(words.shape, 1);
        const start = initialise.uniform(-1 / Math.sqrt(hidden), 1 / Math.sqrt(hidden));
        const weights = {
          input: declared(context, `${name}.input`, [2, 4 * hidden, from], start),
          hidden: declared(context, `${name}.hidden`, [2, 4 * hidden, hidden], start),
          bias: declared(context, `${name}.bias`, [2, 4 * hidden], rememberAtFirst(hidden)),
        };
        const steps = reshape(takeRows(words, places, back), [...timeMajor, from]);
        const states = reshape(lstm(steps, weights, present), [-1, dim]);
        words = dropout(takeRows(states, back, places), dropped[layer + 1]);
      }
      const rows = withZeroRow(words);
      const at = (name: string) => gather(rows, input(name, ["sentences"], "int64"));
      const [first, last] = [at(TIME_MAJOR.first), at(TIME_MAJOR.last)];
      return { words, sentences: concat([slice(last, 1, 0, hidden), slice(first, 1, hidden)], 1) };
    },

    feed(batch, random) {
      const rows = totalWords(batch);
      const drawn: Record<string, Tensor> = {};
      if (random !== undefined && rate > 0) {
        for (const { name, size: own } of masks) drawn[name] = dropoutMask(random, rate, [rows, own]);
      }
      return { ...feedTimeMajor(batch), ...drawn };
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
