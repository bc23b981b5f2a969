import { makeNode, type Node, refuse } from "../node.ts";
import { normalAxis } from "../shape.ts";
import { where } from "./logic.ts";
import { pick } from "./pick.ts";

/** `exp(x) / Σ exp(x)` along an axis (default: the last). */
export function softmax(x: Node, axis = -1): Node {
  if (x.dtype !== "float32") refuse("softmax", "needs float32", x);
  return makeNode("softmax", [x], { axis: normalAxis(axis, x.shape.length) }, x);
}

/** `x − log Σ exp(x)` along an axis (default: the last). */
export function logSoftmax(x: Node, axis = -1): Node {
  if (x.dtype !== "float32") refuse("logSoftmax", "needs float32", x);
  return makeNode("logSoftmax", [x], { axis: normalAxis(axis, x.shape.length) }, x);
}

/**
 * `log Σ exp(x)` along an axis, which is removed. Computed relative to the largest value, so it neither overflows nor
 * underflows; mask with a large negative number such as −1e30, not −Infinity.
 */
export function logSumExp(x: Node, axis = -1): Node {
  if (x.dtype !== "float32") refuse("logSumExp", "needs float32", x);
  const at = normalAxis(axis, x.shape.length);
  return makeNode("logSumExp", [x], { axis: at }, { shape: x.shape.toSpliced(at, 1), dtype: "float32" });
}

/** `γ·(x − mean)/√(variance + ε) + β` over the last axis; the results are the output, the mean and 1/√(variance + ε). */
export function layerNormalization(
  x: Node,
  gamma: Node,
  beta: Node,
  epsilon = 1e-5,
): readonly [Node, Node, Node] {
  const size = x.shape.at(-1);
  if (size === undefined) return refuse("layerNormalization", "needs an axis", x);
  for (const weight of [gamma, beta]) {
    if (weight.shape.length !== 1 || weight.shape[0] !== size) {
      refuse("layerNormalization", "γ and β must be vectors as long as the last axis", x, weight);
    }
  }
  const statistics = { shape: x.shape.with(-1, 1), dtype: "float32" } as const;
  const node = makeNode("layerNormalization", [x, gamma, beta], { epsilon }, x, statistics, statistics);
  return [pick(node, 0), pick(node, 1), pick(node, 2)];
}

/** Stands for log 0: far below any score, yet finite, so that no 0·∞ arises. */
export const LOG_ZERO = -1e30;

/** `log Σ exp(x)` over the positions of an axis where `mask` (bool) holds; about `LOG_ZERO` where none does. */
export function maskedLogSumExp(x: Node, mask: Node, axis = -1): Node {
  return logSumExp(where(mask, x, LOG_ZERO), axis);
}
