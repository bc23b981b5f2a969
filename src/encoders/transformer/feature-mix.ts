import type { BuildContext, Initialiser, Node } from "../../graph/index.ts";
import { concat, declared, dimsOf, initialise, linear, sizeAt } from "../../graph/index.ts";
import type { FeatureStack } from "../features/feature-stack.ts";

/** Joins word features to the transformer's vectors: concatenated, then projected to `dim`. */
export function mixWords(
  context: BuildContext,
  words: Node,
  features: FeatureStack | undefined,
  dim: number,
): Node {
  if (features === undefined) return sized(context, "encoder.mix.words", words, dim);
  const joined = concat([words, features.build(context)], 1);
  return matrix(context, "encoder.mix.words", joined, dim);
}

/** Projects sentence vectors to the same size. */
export function mixSentences(context: BuildContext, sentences: Node, dim: number): Node {
  return sized(context, "encoder.mix.sentences", sentences, dim);
}

function sized(context: BuildContext, name: string, x: Node, dim: number): Node {
  return x.shape[1] === dim ? x : matrix(context, name, x, dim);
}

function matrix(context: BuildContext, name: string, x: Node, dim: number): Node {
  const weight = declared(context, `${name}.weight`, [dim, sizeAt(x.shape, 1)], nearIdentity);
  return linear(x, weight, declared(context, `${name}.bias`, [dim], initialise.zeros));
}

/** Initialised near the identity: passes the transformer's vector on, with a little of everything else. */
const nearIdentity: Initialiser = (values, shape, random) => {
  initialise.truncatedNormal(0.02)(values, shape, random);
  const [rows, columns] = dimsOf({ shape }, 2);
  for (let i = 0; i < Math.min(rows, columns); i++) values[i * columns + i]! += 1;
};
