import { add, dropout, type Node, packedAttention } from "../../../graph/index.ts";
import type { TransformerSizes } from "../transformer-sizes.ts";
import { distanceScores } from "./distance-scores.ts";
import { type AttentionInputs, activate, dense, type Mask, norm, type Weight } from "./layer-parts.ts";

/**
 * A layer of BERT and of DeBERTa: attention and feed-forward, each with a residual connection and post-normalisation.
 *
 * @param x `[pieces, hidden]`
 */
export function bertLayer(
  weight: Weight,
  sizes: TransformerSizes,
  x: Node,
  layer: number,
  { places, tokens, bias }: AttentionInputs,
  mask: Mask,
): Node {
  const at = `layer.${layer}`;
  const weights = mask(`${at}.attention`);
  const mixed = packedAttention(
    dense(weight, `${at}.query`, x),
    dense(weight, `${at}.key`, x),
    dense(weight, `${at}.value`, x),
    {
      heads: sizes.heads,
      places,
      tokens,
      bias,
      ...(weights === undefined ? {} : { mask: weights }),
      ...(sizes.design?.kind === "deberta" && distanceScores(weight, sizes, sizes.design, layer, mask)),
    },
  );
  const attended = dropout(dense(weight, `${at}.output`, mixed), mask(`${at}.output`));
  const middle = norm(weight, sizes, `${at}.norm1`, add(x, attended));
  const expanded = activate(dense(weight, `${at}.up`, middle), sizes.activation);
  const further = dropout(dense(weight, `${at}.down`, expanded), mask(`${at}.down`));
  return norm(weight, sizes, `${at}.norm2`, add(middle, further));
}
