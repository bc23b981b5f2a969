import {
  abs,
  add,
  cast,
  type Dim,
  dimsOf,
  dropout,
  greater,
  linear,
  mul,
  type Node,
  packedAttention,
  range,
  reshape,
  rotate,
  slice,
  sub,
  where,
} from "../../../graph/index.ts";
import type { ModernbertDesign } from "../design.ts";
import { NEVER } from "../pack-windows.ts";
import type { TransformerSizes } from "../transformer-sizes.ts";
import { type AttentionInputs, activate, type Mask, normWithoutBias, type Weight } from "./layer-parts.ts";

/**
 * A layer of ModernBERT: attention with rotary positions and a gated feed-forward part, each normalised beforehand and
 * added to what came in. A local layer sees only near pieces. The last layer is followed by a norm.
 *
 * @param x `[pieces, hidden]`
 */
export function modernbertLayer(
  weight: Weight,
  sizes: TransformerSizes,
  design: ModernbertDesign,
  x: Node,
  layer: number,
  { places, tokens, bias, angles }: AttentionInputs,
  mask: Mask,
): Node {
  if (angles === undefined) throw new Error("a layer with rotary positions needs their angles");
  const at = `layer.${layer}`;
  const { hidden, heads, inner } = sizes;
  const isLocal = design.localLayers[layer] === true;
  const weights = mask(`${at}.attention`);
  const half = hidden / heads / 2;
  const from = isLocal ? 2 * half : 0;
  const [cosines, sines] = [
    slice(angles, 1, from, from + half),
    slice(angles, 1, from + half, from + 2 * half),
  ];
  // The embeddings have just been normalised.
  const normal = layer === 0 ? x : normWithoutBias(weight, sizes, `${at}.norm1`, x);
  const all = linear(normal, weight(`${at}.all.weight`));
  const part = (i: number) => slice(all, 1, i * hidden, (i + 1) * hidden);
  const mixed = packedAttention(rotate(part(0), cosines, sines), rotate(part(1), cosines, sines), part(2), {
    heads,
    places,
    tokens,
    bias: isLocal ? add(bias, localBias(dimsOf(places, 2)[1], design.localReach)) : bias,
    ...(weights === undefined ? {} : { mask: weights }),
  });
  const attended = dropout(linear(mixed, weight(`${at}.output.weight`)), mask(`${at}.output`));
  const middle = add(x, attended);
  const wide = linear(normWithoutBias(weight, sizes, `${at}.norm2`, middle), weight(`${at}.up.weight`));
  const gated = mul(activate(slice(wide, 1, 0, inner), sizes.activation), slice(wide, 1, inner));
  const further = add(middle, dropout(linear(gated, weight(`${at}.down.weight`)), mask(`${at}.down`)));
  return layer === sizes.layers - 1 ? normWithoutBias(weight, sizes, "final.norm", further) : further;
}

/** 0 up to `reach`, a large negative number beyond, `[words, words]`. A distance in a row is the distance in the window. */
function localBias(words: Dim, reach: number): Node {
  const positions = cast(range(words), "float32");
  const distances = abs(sub(reshape(positions, [words, 1]), reshape(positions, [1, words])));
  return where(greater(distances, reach), NEVER, 0);
}
