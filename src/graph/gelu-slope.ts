import type { Node } from "./node.ts";
import { add, erf, exp, mul, sub, tanh } from "./ops/elementwise.ts";

/** `d/dx xΦ(x) = Φ(x) + x·φ(x)`, with Φ = ½(1 + erf(x/√2)) and φ the normal density. */
export function geluSlope(x: Node): Node {
  const distribution = add(mul(erf(mul(x, Math.SQRT1_2)), 0.5), 0.5);
  const density = exp(mul(mul(x, x), -0.5));
  return add(distribution, mul(mul(x, 1 / Math.sqrt(2 * Math.PI)), density));
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
