import { type Node, refuse } from "../node.ts";
import { add, mul, sub } from "../ops/elementwise.ts";
import { concat, reshape, slice } from "../ops/layout.ts";
import { dimAt, sizeAt } from "../shape.ts";

/**
 * Rotary positions: each pair of values of a head is turned by an angle that depends on the row. Value `i` is paired with
 * value `i + d/2`. [Su et al. 2021, Eq. 34]
 *
 * @param x `[rows, heads·d]`
 * @param cosines `[rows, d/2]`, like `sines`
 */
export function rotate(x: Node, cosines: Node, sines: Node): Node {
  const [rows, width] = [dimAt(x.shape, 0), sizeAt(x.shape, 1)];
  const half = sizeAt(cosines.shape, 1);
  if (width % (2 * half) !== 0)
    refuse("mul", "the angles must be half as many as a head has values", x, cosines);
  const apart = reshape(x, [rows, width / (2 * half), 2 * half]);
  const [first, second] = [slice(apart, 2, 0, half), slice(apart, 2, half)];
  const [cos, sin] = [reshape(cosines, [rows, 1, half]), reshape(sines, [rows, 1, half])];
  const turned = concat([sub(mul(first, cos), mul(second, sin)), add(mul(second, cos), mul(first, sin))], 2);
  return reshape(turned, x.shape);
}
