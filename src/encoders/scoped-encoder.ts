import type { BuildContext, Tensors } from "../graph/index.ts";
import { renameGraph } from "../graph/index.ts";
import type { Encoder, EncoderOutput, Prepared } from "./encoder.ts";

/**
 * A second copy of an encoder in the same graph, with its own prefixed weights, inputs and sizes. So a model may read
 * two kinds of text with two encoders of one kind, such as sentences and descriptions of entity types.
 */
export function scopedEncoder<P extends Prepared>(encoder: Encoder<P>, scope: string): Encoder<P> {
  const named = (name: string) => `${scope}.${name}`;

  return {
    dim: encoder.dim,
    config: encoder.config,
    files: () => encoder.files(),
    frozen: (encoder.frozen ?? []).map(named),
    prepare: (words, options) => encoder.prepare(words, options),

    build({ parameters, training }: BuildContext): EncoderOutput {
      const own: BuildContext["parameters"] = {
        declare: (name, shape, initialiser) => parameters.declare(named(name), shape, initialiser),
      };
      const output = encoder.build({ parameters: own, training });
      const [words, sentences] = renameGraph([output.words, output.sentences], {
        name: named,
        size: (symbol) => `${scope}_${symbol}`,
      });
      return { words, sentences };
    },

    feed(batch, random): Tensors {
      const feeds = encoder.feed(batch, random);
      return Object.fromEntries(Object.entries(feeds).map(([name, tensor]) => [named(name), tensor]));
    },
  };
}
