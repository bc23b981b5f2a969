import type { LabelSet } from "../label-set.ts";
import type { MarginalOptions, ScoredEntity } from "../model.ts";
import { MARGINAL_FLOOR } from "../span/marginals.ts";
import { type BinderOutputs, thresholdAt } from "./decode.ts";
/**
 * Every label of every span that a bi-encoder gives some probability, none chosen over another: σ(similarity − threshold),
 * and in `joint` mode the least of the three for the span, its first word and its last.
 *
 * @param lengths how many words each sentence has
 */
export function binderMarginals(
  outputs: BinderOutputs,
  lengths: readonly number[],
  labels: LabelSet,
  { floor = MARGINAL_FLOOR }: MarginalOptions = {},
): ScoredEntity[][] {
  const { spans, spanThresholds, joint, rows, maxWidth } = outputs;
  const types = labels.labels.length;
  // σ(x) ≥ floor is x ≥ log(floor / (1 − floor)): most spans need no exponential.
  const lowest = Math.log(floor) - Math.log1p(-floor);
  let first = 0;
  return lengths.map((words, sentence) => {
    const found: ScoredEntity[] = [];
    for (let start = 0; start < words; start++) {
      for (let d = 0; d < maxWidth && start + d < words; d++) {
        const row = first + start;
        for (const [k, label] of labels.labels.entries()) {
          const at = sentence * types + k;
          let margin = spans[(d * rows + row) * types + k]! - thresholdAt(spanThresholds, at);
          if (!(margin >= lowest)) continue;
          if (joint !== undefined) {
            const begin = joint.starts[row * types + k]! - thresholdAt(joint.startThresholds, at);
            const last = joint.ends[(row + d) * types + k]! - thresholdAt(joint.endThresholds, at);
            margin = Math.min(margin, begin, last);
            if (!(margin >= lowest)) continue;
          }
          const score = 1 / (1 + Math.exp(-margin));
          found.push({ start, end: start + d + 1, label, score });
        }
      }
    }
    first += words;
    return found;
  });
}
