import { z } from "zod";
import type { BuildContext, Node, ParameterStore, Tensor, Tensors } from "../../graph/index.ts";
import { dense, dimAt, dropout, dropoutMask, input, tanh } from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { Random } from "../../random.ts";
import { angleScores } from "./angle-simplex.ts";
export const tagHeadConfig = z.strictObject({
  dropout: z.number().min(0).lt(1).default(0.2).describe("Share of values dropped in training"),
  hidden: z.int().nonnegative().default(0).describe("Size of a layer between words and tags; 0 for none"),
  angles: z
    .boolean()
    .default(false)
    .describe("Score tags by the angle to the corners of a simplex, so that scores add up to zero"),
});

export type TagHeadOptions = z.input<typeof tagHeadConfig>;

/**
 * Scores the tags of words by their vectors: what stands on top of an encoder in a tagger.
 *
 * Like an encoder, `build` adds it to a graph and `feed` gives the numbers for the inputs that `build` named. Its weights
 * are all called `head.…`, or by another `scope`.
 */
export interface TagHead {
  /** Everything needed to make this head again beside its sizes and weights. Plain JSON, saved with the model. */
  readonly config: z.output<typeof tagHeadConfig>;
  /**
   * @param words `["words", dim]` from an encoder
   * @returns `["words", tags]`: the decision vector of each word
   */
  build(context: BuildContext, words: Node): Node;
  /** Dropout masks of a training batch; without `random`, nothing. */
  feed(rows: { readonly words: number }, random?: Random): Tensors;
}

/** What the weights of the head of a tagger begin with; each member of an ensemble has a head of its own. */
export function headScopes(members = 1): string[] {
  return members === 1 ? ["head"] : Array.from({ length: members }, (_, i) => `head.member${i + 1}`);
}

/** The layer that scores tags. */
const layerOf = (scope: string) => `${scope}.tag`;

/** Adds something to the scores that trained heads, other than those with angles, give the tags of every word. */
export function addTagBias(parameters: ParameterStore, by: Float32Array, members = 1): void {
  for (const scope of headScopes(members)) {
    const { values } = parameters.get(`${layerOf(scope)}.bias`);
    by.forEach((shift, tag) => {
      values[tag]! += shift;
    });
  }
}

/** What a head knows of the model around it. */
export interface TagHeadSizes {
  /** The size of a word's vector: the encoder's `dim`. */
  readonly dim: number;
  /** How many tags there are. */
  readonly tags: number;
  /** What the names of its weights and inputs begin with; default: `head`. */
  readonly scope?: string;
}

/**
 * A linear layer over word vectors, with an optional layer in between.
 *
 *     h = W x + b     or     h_j = ⟨W x + b, W_j⟩ by angles, with k − 1 outputs
 */
export function tagHead({ dim, tags, scope = "head" }: TagHeadSizes, options: TagHeadOptions = {}): TagHead {
  const config = parseConfig(tagHeadConfig, options, "the tag head");
  const { dropout: rate, hidden, angles } = config;
  const masks = [
    { name: `${scope}.dropout.words`, size: dim },
    ...(hidden > 0 ? [{ name: `${scope}.dropout.hidden`, size: hidden }] : []),
  ];

  return {
    config,

    build(context, words) {
      const [first, second] = masks.map(({ name, size }) =>
        context.training && rate > 0 ? input(name, [dimAt(words.shape, 0), size]) : undefined,
      );
      const seen = dropout(words, first);
      const last = hidden > 0 ? dropout(tanh(dense(context, `${scope}.hidden`, seen, hidden)), second) : seen;
      const layer = layerOf(scope);
      return angles ? angleScores(dense(context, layer, last, tags - 1)) : dense(context, layer, last, tags);
    },

    feed({ words }, random) {
      const feeds: Record<string, Tensor> = {};
      if (random === undefined || rate === 0) return feeds;
      for (const { name, size } of masks) feeds[name] = dropoutMask(random, rate, [words, size]);
      return feeds;
    },
  };
}
