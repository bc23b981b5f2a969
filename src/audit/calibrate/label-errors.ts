import type { ChosenSpan } from "./choose-candidates.ts";
import { missedProbability, SUREST, sharesByType } from "./entity-probability.ts";
import { labelFrequencyOf } from "./label-frequency.ts";
import { plausibleTops } from "./plausible-tops.ts";
import { rankSpans } from "./ranked-spans.ts";

/** How likely the label is wrong, and the model right, where a label denies a span of this score. */
export type LabelErrorProbability = (label: string, score: number) => number;

/**
 * Finds out how far a model may be believed against a label.
 *
 * Where the model puts a span on a label, the two mostly agree. At low scores they disagree because the model is wrong; the
 * share of agreement rises with the score, and what is left of disagreement among the surest spans is the share of labels
 * that are wrong, at most. That is the same as with missing labels, with "the label agrees" in place of "is labelled": with
 * a the share of labels that are right, and r the share that agrees at a score,
 *
 *     P(model right | s) = r / a,    P(label wrong | disagreement, s) = h (1 − a) / (1 − a h) with h = r / a
 *
 * @param spans all that lie on a label: labelled just so, or denied
 */
export function labelErrors(spans: readonly ChosenSpan[]): LabelErrorProbability {
  const onLabels = spans.flatMap(({ label, score, state, isSecond }) =>
    isSecond || state === "free" ? [] : [{ label, score, isLabelled: state === "labelled" }],
  );
  if (!onLabels.some(({ isLabelled }) => isLabelled)) return () => 0;
  const ranked = rankSpans(onLabels);
  const right = labelFrequencyOf(ranked, { top: plausibleTops(ranked)[0]! });
  const agreement = sharesByType(
    onLabels.map(({ label, score, isLabelled }) => ({ label, score, outcome: Number(isLabelled) })),
  );
  return (label, score) => {
    const share = right.get(label)?.share ?? 1;
    return missedProbability(Math.min(SUREST, agreement(label).at(score) / share), share);
  };
}
