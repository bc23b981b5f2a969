import {
  type BuildContext,
  declared,
  initialise,
  mul,
  type Node,
  reduceSum,
  reshape,
  sizeAt,
  softmax,
} from "../../graph/index.ts";

/**
 * A learned weighted sum of layers, equal at first. [Peters et al. 2018, Eq. 1]
 *
 *     γ · Σⱼ softmax(s)ⱼ · hⱼ
 *
 * @param pooled rows of words, of sentences …
 * @param layers how many layers stand side by side in each row
 */
export function scalarMix(
  context: BuildContext,
  name: string,
  pooled: Readonly<Record<string, Node>>,
  layers: number,
): Record<string, Node> {
  const shares = softmax(declared(context, `${name}.weights`, [layers], initialise.zeros), 0);
  const scale = declared(context, `${name}.scale`, [1], initialise.ones);
  const mixed = (rows: Node) => {
    const hidden = sizeAt(rows.shape, 1) / layers;
    const apart = reshape(rows, [-1, layers, hidden]);
    return reshape(mul(reduceSum(mul(apart, reshape(shares, [layers, 1])), 1), scale), [
      rows.shape[0]!,
      hidden,
    ]);
  };
  return Object.fromEntries(Object.entries(pooled).map(([axis, rows]) => [axis, mixed(rows)]));
}
