import type { Node } from "../graph/index.ts";
import {
  add,
  and,
  dimsOf,
  expand,
  greater,
  LOG_ZERO,
  logSumExp,
  mul,
  range,
  reduceMax,
  reduceSum,
  reshape,
  scan,
  slice,
  squeeze,
  stopGradient,
  sub,
  transpose,
  unsqueeze,
  where,
} from "../graph/index.ts";
import type { LinearChain } from "./linear-chain.ts";

/**
 * `log Σ_y exp(score(y))` for each sentence, over all tag sequences or over the allowed ones.
 *
 *     α₀[j] = start[j] + emission₀[j]
 *     αₜ[j] = log Σᵢ exp(αₜ₋₁[i] + transitions[i, j]) + emissionₜ[j]
 *     log Z = log Σⱼ exp(αₙ₋₁[j] + end[j])
 *
 * Every sum is taken in log space relative to its largest term. Multiplying `exp(α)` with `exp(transitions)` would be
 * faster for many tags, but where a forbidden transition meets scores more than 87 apart, float32 loses the paths
 * that matter.
 *
 * @param allowed `[batch, words, tags]` bool: leave out sequences with another tag anywhere
 * @returns `[batch]`
 */
export function chainLogPartition(chain: LinearChain, allowed?: Node): Node {
  const { transitions, start, end, mask, removed } = chain;
  const [batch, words] = dimsOf(chain.emissions, 3);
  const keep = removed === undefined ? undefined : byWord(sub(1, removed));
  const observed = byWord(chain.emissions);
  const kept = keep === undefined ? observed : mul(observed, keep);
  const emissions = allowed === undefined ? kept : where(byWord(allowed), kept, LOG_ZERO);

  // The first word has no word before it: it is the initial state, and the loop passes over it.
  const first = squeeze(slice(emissions, 0, 0, 1), 0);
  const entry =
    start === undefined
      ? undefined
      : keep === undefined
        ? start
        : mul(squeeze(slice(keep, 0, 0, 1), 0), start);
  const notFirst = greater(reshape(range(words), [words, 1, 1]), 0);
  const moves =
    mask === undefined ? expand(notFirst, [words, batch, 1]) : and(greater(byWord(mask), 0.5), notFirst);
  const {
    final: [last],
    outputs: [peaks],
  } = scan({
    initial: [entry === undefined ? first : add(first, entry)],
    inputs: [emissions, moves, ...(keep === undefined ? [] : [keep])],
    body: ([alpha], [emission, moving, keeping]) => {
      const into = keeping === undefined ? transitions : mul(unsqueeze(keeping, 2), transitions);
      const reached = add(logSumExp(add(unsqueeze(alpha, 2), into), 1), emission);
      // α grows with the sentence and float32 gets coarse; only what lies below its peak is kept, the peaks apart.
      const peak = stopGradient(reduceMax(reached, 1, { keep: true }));
      return { carries: [where(moving, sub(reached, peak), alpha)], outputs: [where(moving, peak, 0)] };
    },
  });
  const level = reduceSum(stopGradient(peaks), 0);
  return add(logSumExp(end === undefined ? last : add(last, end)), squeeze(level, 1));
}

/** `[batch, words, …]` to `[words, batch, tags or 1]`. */
function byWord(x: Node): Node {
  return transpose(x.shape.length === 2 ? unsqueeze(x, 2) : x, [1, 0, 2]);
}
