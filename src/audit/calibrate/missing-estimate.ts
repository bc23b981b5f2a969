import { percentileInterval, sentenceSampler } from "../../evaluation/index.ts";
import { Random } from "../../random.ts";
import type { Estimate, Interval } from "../summary.ts";
import { type ChosenSpan, groupOf } from "./choose-candidates.ts";
import { entityProbabilityOfComplete } from "./entity-probability.ts";
import { labelFrequencyOf, totalOf } from "./label-frequency.ts";
import { plausibleTops } from "./plausible-tops.ts";
import { rankSpans } from "./ranked-spans.ts";
/** How many entities are missing, and which share of them is labelled. */
export interface MissingEstimate {
  /** Of all types together. */
  readonly total: Estimate;
  readonly types: ReadonlyMap<string, Estimate>;
  /** c by type: the share of entities that is labelled. */
  readonly frequency: ReadonlyMap<string, number>;
}

export interface EstimateOptions {
  /** How many entities of each type are labelled in partial sentences. Types with none may be left out. */
  readonly labelled: ReadonlyMap<string, number>;
  /** How many sentences there are, to draw from. */
  readonly sentences: number;
  /** Corpora that are drawn for the interval; default: 400. */
  readonly draws?: number;
  /** The same seed gives the same interval; default: 1. */
  readonly seed?: number;
}

/** The share of drawn corpora that an interval holds. */
const CONFIDENCE = 0.95;

/** c of each type, for a corpus in which each sentence counts so often. */
type Frequencies = (weights?: ArrayLike<number>) => ReadonlyMap<string, number>;

/**
 * The number of missing entities from partial labels alone: what is labelled, n, is the share c of all, so
 *
 *     missing = n (1/c − 1)
 *
 * c is the share of spans that lie on labels among those that lie on entities, and the model's surest spans nearly all do.
 *
 * The interval is the percentile bootstrap over sentences. Each drawn corpus looks at another one of the plausible tops
 * (see plausible-tops.ts), since that the surest spans are all entities holds only more or less.
 *
 * @param spans of partial sentences
 */
export function estimateFromPartial(spans: readonly ChosenSpan[], options: EstimateOptions): MissingEstimate {
  const ranked = rankSpans(
    spans.flatMap(({ label, score, sentence, isOnLabel, surface }) =>
      // What is known not to be an entity by its words would only blur the picture.
      isOnLabel === undefined || surface === "unlike"
        ? []
        : [{ label, score, sentence, isLabelled: isOnLabel }],
    ),
  );
  const tops = plausibleTops(ranked);
  const random = new Random(options.seed ?? 1).fork("tops");
  const labels = [...options.labelled.keys()];
  return estimate((weights) => {
    const top = weights === undefined ? tops[0]! : random.pick(tops);
    const found = labelFrequencyOf(ranked, { top, ...(weights !== undefined && { weights }) });
    const { labelled, seen } = totalOf(found.values());
    // For a type of which the model is never sure, as for all.
    const overall = seen === 0 ? 1 : labelled / seen;
    return new Map(labels.map((label) => [label, found.get(label)?.share ?? overall]));
  }, options);
}

/**
 * The number of missing entities where some sentences are known to be complete: those tell how likely a span is an
 * entity by its score, and so how many entities there are among the spans of the other sentences.
 *
 *     c = labelled spans / Σ P(entity | score)
 *
 * Both kinds of sentences are drawn anew for the interval.
 *
 * @param partial spans of partial sentences
 * @param complete spans of complete ones, numbered from `options.sentences` on where they are beside the data
 */
export function estimateFromComplete(
  partial: readonly ChosenSpan[],
  complete: readonly ChosenSpan[],
  options: EstimateOptions,
): MissingEstimate {
  // Sorting what is sorted takes no time, and it is done for each corpus that is drawn.
  const known = complete.toSorted((a, b) => a.score - b.score);
  return estimate((weights) => {
    const probability = entityProbabilityOfComplete(known, weights);
    const counts = new Map<string, { labelled: number; expected: number }>();
    const all = { labelled: 0, expected: 0 };
    for (const span of partial) {
      const { label, score, state, sentence } = span;
      if (state === "denied") continue;
      const weight = weights === undefined ? 1 : weights[sentence]!;
      if (weight === 0) continue;
      const own = counts.get(label) ?? { labelled: 0, expected: 0 };
      counts.set(label, own);
      const expected = weight * probability.at(label, score, groupOf(span));
      for (const sum of [own, all]) {
        sum.expected += expected;
        if (state === "labelled") sum.labelled += weight;
      }
    }
    const overall = share(all.labelled, all.expected);
    return new Map(
      [...counts].map(([label, { labelled, expected }]) => [
        label,
        share(labelled + PRIOR * overall, expected + PRIOR),
      ]),
    );
  }, options);
}

/**
 * The number of missing entities where no label can be compared with: all that the model finds beyond the labels, each
 * counted by the model's own probability. What it is worth depends on the model alone.
 */
export function estimateFromScores(
  partial: readonly ChosenSpan[],
  { labels, ...options }: Omit<EstimateOptions, "labelled"> & { readonly labels: readonly string[] },
): MissingEstimate {
  const free = partial.filter(({ state }) => state === "free");
  const found = resample((weights) => {
    const sums = new Map<string, number>();
    for (const { label, score, sentence } of free) {
      const weight = weights === undefined ? 1 : weights[sentence]!;
      sums.set(label, (sums.get(label) ?? 0) + weight * score);
    }
    return labels.map((label) => sums.get(label) ?? 0);
  }, options);
  return estimatesOf(labels, () => 0, found, new Map(labels.map((label) => [label, 0])));
}

/** Entities of all types together that each type is taken to have beside its own, so that a rare one does not stray. */
const PRIOR = 20;

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 1;
}

function estimate(frequencies: Frequencies, options: EstimateOptions): MissingEstimate {
  const { labelled } = options;
  const labels = [...labelled.keys()];
  const found = resample((weights) => {
    const frequency = frequencies(weights);
    return labels.map((label) => {
      const c = frequency.get(label) ?? 0;
      return c > 0 ? labelled.get(label)! * (1 / c - 1) : 0;
    });
  }, options);
  return estimatesOf(labels, (label) => labelled.get(label)!, found, frequencies());
}

/** Numbers of each type as they are, and of each drawn corpus. */
interface Resampled {
  readonly values: readonly number[];
  /** One column for each type, and last one for their sum. */
  readonly drawn: readonly Float64Array[];
}

function resample(
  count: (weights?: ArrayLike<number>) => readonly number[],
  { sentences, draws = 400, seed = 1 }: Pick<EstimateOptions, "sentences" | "draws" | "seed">,
): Resampled {
  const values = count();
  const drawn = [...values, 0].map(() => new Float64Array(draws));
  const weights = new Int32Array(sentences);
  const drawSentence = sentenceSampler(sentences, seed);
  for (let draw = 0; draw < draws; draw++) {
    weights.fill(0);
    for (let i = 0; i < sentences; i++) weights[drawSentence()]!++;
    const counted = count(weights);
    for (const [i, number] of counted.entries()) drawn[i]![draw] = number;
    drawn.at(-1)![draw] = sum(counted);
  }
  return { values, drawn };
}

function estimatesOf(
  labels: readonly string[],
  labelledOf: (label: string) => number,
  { values, drawn }: Resampled,
  frequency: ReadonlyMap<string, number>,
): MissingEstimate {
  return {
    frequency,
    total: estimateOf(sum(labels.map(labelledOf)), sum(values), drawn.at(-1)!),
    types: new Map(labels.map((label, i) => [label, estimateOf(labelledOf(label), values[i]!, drawn[i]!)])),
  };
}

/** An estimate with its interval, as numbers of entities and as a share. */
function estimateOf(labelled: number, value: number, drawn: Float64Array): Estimate {
  const { low, high } = percentileInterval(drawn, CONFIDENCE);
  return withCompleteness(labelled, { value, low: Math.min(low, value), high: Math.max(high, value) });
}

/** The share that is labelled, beside the number that is missing. */
export function withCompleteness(labelled: number, missing: Interval): Estimate {
  const part = (absent: number) => (labelled + absent > 0 ? labelled / (labelled + absent) : 1);
  const completeness = { value: part(missing.value), low: part(missing.high), high: part(missing.low) };
  return { labelled, missing, completeness };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
