import { type RankedSpans, rankSpans, type ScoredSpan } from "./ranked-spans.ts";

/** How complete the labels of one type are. */
interface LabelFrequency {
  /** c: the share of the type's entities that are labelled. */
  readonly share: number;
  /** Spans of at least this score were counted. */
  readonly from: number;
  /** How many of them were labelled, and how many there were. */
  readonly labelled: number;
  readonly seen: number;
}

interface LabelFrequencyOptions {
  /** The share of the labelled spans, from the highest score down, at whose scores it is looked; default: 0.3. */
  readonly top?: number;
  /** Spans of all types together that each type is taken to have seen beside its own, so that a rare one does not stray; default: 20. */
  readonly prior?: number;
  /** How often each sentence counts, for resampling; default: once. */
  readonly weights?: ArrayLike<number>;
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
  options: LabelFrequencyOptions = {},
): Map<string, LabelFrequency> {
  return labelFrequencyOf(rankSpans(spans), options);
}

/** The same of spans that are sorted already. */
export function labelFrequencyOf(
  ranked: readonly RankedSpans[],
  { top = 0.3, prior = 20, weights }: LabelFrequencyOptions = {},
): Map<string, LabelFrequency> {
  const counted = new Map(ranked.map((own) => [own.label, countAbove(own, top, weights)]));
  const { labelled, seen } = totalOf(counted.values());
  const overall = seen === 0 ? 1 : labelled / seen;
  return new Map(
    [...counted].map(([label, own]) => [
      label,
      { ...own, share: (own.labelled + prior * overall) / (own.seen + prior) },
    ]),
  );
}

/** The counts of all types together. */
export function totalOf(counts: Iterable<Pick<LabelFrequency, "labelled" | "seen">>): {
  readonly labelled: number;
  readonly seen: number;
} {
  let [labelled, seen] = [0, 0];
  for (const own of counts) {
    labelled += own.labelled;
    seen += own.seen;
  }
  return { labelled, seen };
}

/** Counts the spans from the score down to which the given share of the labelled ones lies. */
function countAbove(
  { scores, labelled: isLabelled, sentences }: RankedSpans,
  top: number,
  weights?: ArrayLike<number>,
): Omit<LabelFrequency, "share"> {
  const weightOf = (at: number) => (weights === undefined ? 1 : weights[sentences[at]!]!);
  let all = 0;
  for (let at = 0; at < scores.length; at++) if (isLabelled[at]) all += weightOf(at);
  if (all === 0) return { from: Number.POSITIVE_INFINITY, labelled: 0, seen: 0 };
  const wanted = Math.max(1, Math.ceil(top * all));
  let [from, labelled, seen] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let at = 0; at < scores.length; at++) {
    // Equal scores are counted together: their order says nothing.
    if (labelled >= wanted && scores[at]! < from) break;
    const weight = weightOf(at);
    if (weight === 0) continue;
    seen += weight;
    if (isLabelled[at]) labelled += weight;
    from = scores[at]!;
  }
  return { from, labelled, seen };
}
