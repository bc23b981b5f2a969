import type { Node } from "../node.ts";
import { where } from "../ops/logic.ts";
import { logSumExp } from "../ops/normalise.ts";

/** Stands for log 0: far below any score, yet finite, so that no 0·∞ arises. */
export const LOG_ZERO = -1e30;

/** `log Σ exp(x)` over the places of an axis where `mask` (bool) holds; `LOG_ZERO` or a little more where none does. */
export function maskedLogSumExp(x: Node, mask: Node, axis = -1): Node {
  return logSumExp(where(mask, x, LOG_ZERO), axis);
}
