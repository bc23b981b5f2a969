import { type ChosenSpan, groupOf, type SpanGroup } from "./choose-candidates.ts";
import { type Isotonic, isotonicRegression, type Observation } from "./isotonic-regression.ts";

/** What the scores of a model mean, type by type. */
export interface EntityProbability {
  /** P(entity | score): how likely a span of this score is an entity, by its group; default: "first". */
  at(label: string, score: number, group?: SpanGroup): number;
}

/** Nothing is taken to be surer than this: that the model's surest spans are entities is an assumption. */
export const SUREST = 0.99;

/** Types with fewer labelled spans than this share one curve. */
const ENOUGH = 50;

/** Which share of spans is labelled at a score. */
type SharesByScore = (label: string, group?: SpanGroup) => Isotonic;

/** Counts which share of spans is labelled at a score, each group by itself; those that a label denies are left out. */
export function sharesByScore(spans: readonly ChosenSpan[], weights?: ArrayLike<number>): SharesByScore {
  const observed = new Map<SpanGroup, LabelledObservation[]>();
  for (const span of spans) {
    const { label, score, state, sentence, isCounted = true } = span;
    const weight = weights === undefined ? 1 : weights[sentence]!;
    if (state === "denied" || !isCounted || weight === 0) continue;
    const observation = { label, score, outcome: Number(state === "labelled"), weight };
    const own = observed.get(groupOf(span));
    if (own === undefined) observed.set(groupOf(span), [observation]);
    else own.push(observation);
  }
  const fits = new Map([...observed].map(([group, own]) => [group, sharesByType(own)]));
  const none = sharesByType([]);
  return (label, group = "first") => (fits.get(group) ?? none)(label);
}

type LabelledObservation = Observation & { readonly label: string };

/** Fits a rising curve to what was observed, by type where enough outcomes were 1, else to all types together. */
export function sharesByType(observed: readonly LabelledObservation[]): (label: string) => Isotonic {
  const byLabel = new Map<string, Observation[]>();
  const positive = new Map<string, number>();
  for (const observation of observed) {
    const { label, outcome, weight = 1 } = observation;
    const own = byLabel.get(label);
    if (own === undefined) byLabel.set(label, [observation]);
    else own.push(observation);
    positive.set(label, (positive.get(label) ?? 0) + outcome * weight);
  }
  const fits = new Map<string, Isotonic>();
  let shared: Isotonic | undefined;
  return (label) => {
    const known = fits.get(label);
    if (known !== undefined) return known;
    const isEnough = (positive.get(label) ?? 0) >= ENOUGH;
    if (!isEnough) shared ??= isotonicRegression(observed);
    const fit = isEnough ? isotonicRegression(byLabel.get(label)!) : shared!;
    fits.set(label, fit);
    return fit;
  };
}

/**
 * P(entity | score) from partial labels: labelled and missed entities look alike to a model that has not seen their
 * sentence, so with c the share of entities that is labelled
 *
 *     P(labelled | s) = c · P(entity | s)     [Elkan & Noto 2008]
 *
 * @param spans of partial sentences
 * @param frequency c by type and group
 */
export function entityProbabilityOfPartial(
  spans: readonly ChosenSpan[],
  frequency: (label: string, group?: SpanGroup) => number,
): EntityProbability {
  const labelledShare = sharesByScore(spans);
  return {
    at(label, score, group) {
      const c = frequency(label, group);
      // A type without any label: all that is known is what the model says.
      if (!(c > 0)) return Math.min(SUREST, score);
      return Math.min(SUREST, labelledShare(label, group).at(score) / c);
    },
  };
}

/** P(entity | score) from complete labels, where it is what is counted. */
export function entityProbabilityOfComplete(
  spans: readonly ChosenSpan[],
  weights?: ArrayLike<number>,
): EntityProbability {
  const share = sharesByScore(spans, weights);
  return { at: (label, score, group) => Math.min(SUREST, share(label, group).at(score)) };
}

/** The model's own word, where there is nothing to hold it against. */
export const uncalibrated: EntityProbability = { at: (_, score) => Math.min(SUREST, score) };

/**
 * How likely an unlabelled span is a missed entity, from how likely a span of its score is an entity (h) and the share of
 * entities that is labelled (c):
 *
 *     P(entity | unlabelled, s) = h (1 − c) / (1 − c h)
 *
 * of all spans h (1 − c) are entities without a label, and 1 − c h have no label.
 */
export function missedProbability(entity: number, frequency: number): number {
  return Math.max(0, (entity * (1 - frequency)) / (1 - frequency * entity));
}
