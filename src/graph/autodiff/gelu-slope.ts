import type { Node } from "../node.ts";
import { add, erf, exp, hardSigmoid, mul, sub, tanh } from "../ops/elementwise.ts";

/** The n = −x/√2 of the formula below; the writer looks for it, to share Φ between the two passes. */
export const NORMAL_SCALE = -Math.SQRT1_2;

/**
 * `d/dx xΦ(x) = Φ(x) + x·φ(x)`, with Φ the normal distribution function and φ its density.
 *
 * With n = −x/√2:  Φ(x) = ½ − ½·erf(n)  and  x·φ(x) = −n·exp(ln(1/√π) − n²). These tensors are the
 * largest of a transformer, so each pass over one counts: the affine map is a HardSigmoid (it
 * never reaches the cut-offs), the constant factor sits inside the exponential.
 */
export function geluSlope(x: Node): Node {
  const n = mul(x, NORMAL_SCALE);
  const distribution = hardSigmoid(erf(n), -0.5, 0.5);
  return sub(distribution, mul(n, exp(sub(-0.5 * Math.log(Math.PI), mul(n, n)))));
}

const SCALE = Math.sqrt(2 / Math.PI);
const CUBE = 0.044715;

/** With `t = tanh(√(2/π)(x + 0.044715x³))`: `½(1 + t) + ½x(1 − t²)·√(2/π)(1 + 3·0.044715x²)`. */
export function tanhGeluSlope(x: Node): Node {
  const square = mul(x, x);
  const t = tanh(mul(x, add(mul(square, SCALE * CUBE), SCALE)));
  const inner = mul(x, add(mul(square, 1.5 * SCALE * CUBE), 0.5 * SCALE));
  return add(add(mul(t, 0.5), 0.5), mul(inner, sub(1, mul(t, t))));
}
