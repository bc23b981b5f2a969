/** A span that a model which has not seen its sentence takes for a label, and whether the annotators did too. */
export interface ScoredSpan {
  readonly label: string;
  /** The model's probability for the label. */
  readonly score: number;
  readonly isLabelled: boolean;
}

/** How complete the labels of one type are. */
export interface LabelFrequency {
  /** c: the share of the type's entities that are labelled. */
  readonly share: number;
  /** Spans of at least this score were counted. */
  readonly from: number;
  /** How many of them were labelled, and how many there were. */
  readonly labelled: number;
  readonly seen: number;
}

export interface LabelFrequencyOptions {
  /** The share of the labelled spans, from the highest score down, at whose scores it is looked; 0.3 unless told. */
  readonly top?: number;
  /** Spans of all types together that each type is taken to have seen beside its own, so that a rare one does not stray; 20 unless told. */
  readonly prior?: number;
}

/**
 * How many of the entities of each type the annotators labelled, seen from the spans that a model is surest of: nearly
 * all of those are entities, so the share of them that is labelled is the share of entities that is labelled.
 *
 *     c = P(labelled | entity) = P(labelled | score) where P(entity | score) is 1     [Elkan & Noto 2008]
 *
 * It holds where labels are missing at random. Where the model is wrong among its surest spans, c comes out too low, and
 * where what was missed is what the model finds hard, too high.
 *
 * @param spans of out-of-fold models; spans that cross a labelled entity are left out, since they were not missed
 */
export function labelFrequency(
  spans: readonly ScoredSpan[],
  { top = 0.3, prior = 20 }: LabelFrequencyOptions = {},
): Map<string, LabelFrequency> {
  const byLabel = new Map<string, ScoredSpan[]>();
  for (const span of spans) {
    const own = byLabel.get(span.label);
    if (own === undefined) byLabel.set(span.label, [span]);
    else own.push(span);
  }
  const counted = new Map([...byLabel].map(([label, own]) => [label, countAbove(own, top)]));
  const sum = (of: (frequency: Omit<LabelFrequency, "share">) => number) =>
    [...counted.values()].reduce((total, frequency) => total + of(frequency), 0);
  const [labelled, seen] = [sum((frequency) => frequency.labelled), sum((frequency) => frequency.seen)];
  const overall = seen === 0 ? 1 : labelled / seen;
  return new Map(
    [...counted].map(([label, own]) => [
      label,
      { ...own, share: (own.labelled + prior * overall) / (own.seen + prior) },
    ]),
  );
}

/** Counts the spans from the score down to which the given share of the labelled ones lies. */
function countAbove(spans: readonly ScoredSpan[], top: number): Omit<LabelFrequency, "share"> {
  const labelledScores = spans.filter(({ isLabelled }) => isLabelled).map(({ score }) => score);
  if (labelledScores.length === 0) return { from: Number.POSITIVE_INFINITY, labelled: 0, seen: 0 };
  labelledScores.sort((a, b) => b - a);
  const from = labelledScores[Math.max(0, Math.ceil(top * labelledScores.length) - 1)]!;
  const seen = spans.filter(({ score }) => score >= from);
  return { from, labelled: seen.filter(({ isLabelled }) => isLabelled).length, seen: seen.length };
}
