import { concat, linear, type Node, type Tensor } from "../../graph/index.ts";
import { type Initialiser, initialise } from "../../graph/parameters/index.ts";
import type { Random } from "../../random.ts";
import { declared } from "../declared.ts";
import type { BuildContext } from "../encoder.ts";
import type { WordFeatures } from "../word-features.ts";

/** Word features beside a transformer's output, and the size they are mixed to. */
export interface FeatureMix {
  readonly features: readonly WordFeatures[];
  readonly hidden: number;
  readonly dim: number;
}

/** Joins the word features to the transformer's vectors: side by side, then one matrix to `dim`. */
export function mixWords(context: BuildContext, words: Node, { features, hidden, dim }: FeatureMix): Node {
  if (features.length === 0 && dim === hidden) return words;
  const joined = concat([words, ...features.map((feature) => feature.build(context))], 1);
  return matrix(context, "encoder.mix.words", joined, dim);
}

/** Brings sentence vectors to the same size. */
export function mixSentences(context: BuildContext, sentences: Node, { hidden, dim }: FeatureMix): Node {
  return dim === hidden ? sentences : matrix(context, "encoder.mix.sentences", sentences, dim);
}

/** Numbers for the features' inputs. */
export function feedFeatures(
  features: readonly WordFeatures[],
  batch: readonly { readonly features: readonly unknown[] }[],
  random?: Random,
): Record<string, Tensor> {
  const feeds: Record<string, Tensor> = {};
  features.forEach((feature, index) => {
    const own = batch.map((sentence) => sentence.features[index]);
    Object.assign(feeds, feature.feed(own, random));
  });
  return feeds;
}

function matrix(context: BuildContext, name: string, x: Node, dim: number): Node {
  const weight = declared(context, `${name}.weight`, [dim, x.shape[1] as number], nearIdentity);
  return linear(x, weight, declared(context, `${name}.bias`, [dim], initialise.zeros));
}

/** Starts by passing the transformer's vector on, with a little of everything else added. */
const nearIdentity: Initialiser = (values, shape, random) => {
  initialise.truncatedNormal(0.02)(values, shape, random);
  const [rows, columns] = shape as [number, number];
  for (let i = 0; i < Math.min(rows, columns); i++) values[i * columns + i]! += 1;
};
