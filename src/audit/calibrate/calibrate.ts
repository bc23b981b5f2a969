import type { Sentence } from "../../data/index.ts";
import { isCompleteFor } from "../../data/index.ts";
import type { Predictions } from "../predict/predictions.ts";
import type { AuditSummary, Estimate } from "../summary.ts";
import {
  type ChooseOptions,
  type ChosenSpan,
  chooseCandidates,
  type SpanGroup,
} from "./choose-candidates.ts";
import {
  type EntityProbability,
  entityProbabilityOfComplete,
  entityProbabilityOfPartial,
  uncalibrated,
} from "./entity-probability.ts";
import { type LabelErrorProbability, labelErrors } from "./label-errors.ts";
import {
  type EstimateOptions,
  estimateFromComplete,
  estimateFromPartial,
  estimateFromScores,
  type MissingEstimate,
  withCompleteness,
} from "./missing-estimate.ts";
import { candidateSurfaces, groupBySurface, type SurfaceGroups } from "./surface-groups.ts";

/** Calibrated scores of an audit's models, and the estimated number of missing entities. */
export interface Calibration {
  readonly kind: AuditSummary["calibration"];
  readonly probability: EntityProbability;
  readonly labelError: LabelErrorProbability;
  /** c: the share of the entities of a type that is labelled, in partial sentences; 0 for a type without labels. */
  frequency(label: string, group?: SpanGroup): number;
  /** Whether the same surface is labelled everywhere or nowhere, as by a dictionary. */
  readonly isByWord: boolean;
  /** Of partial sentences: nothing is missing in the others. */
  readonly estimate: Pick<MissingEstimate, "total" | "types">;
  /** All spans of the data that were compared with labels. */
  readonly spans: readonly ChosenSpan[];
}

interface CalibrateOptions {
  /** Complete sentences, to which `Predictions.dev` refers. */
  readonly dev: readonly Sentence[];
  readonly nested: boolean;
  readonly seed: number;
  /** Bootstrap samples for the intervals. */
  readonly draws?: number;
}

/** So many labelled spans are needed to calibrate. */
const ENOUGH_PARTIAL = 30;
const ENOUGH_COMPLETE = 100;

/**
 * Calibrates scores: on complete sentences if there are enough, else by the labelled share of the most confident spans,
 * else not at all.
 */
export function calibrate(
  sentences: readonly Sentence[],
  predictions: Predictions,
  { dev, nested, seed, draws }: CalibrateOptions,
): Calibration {
  const chosen = predictions.sentences.flatMap(({ candidates }, i) =>
    chooseCandidates(sentences[i]!, i, candidates, { nested }),
  );
  const devSpans = predictions.dev.flatMap(({ sentence, candidates }) =>
    chooseCandidates(dev[sentence]!, sentences.length + sentence, candidates, { nested }),
  );
  const isPartial = ({ isComplete }: ChosenSpan) => !isComplete;
  const complete = [...chosen, ...devSpans].filter(({ isComplete }) => isComplete);
  const labelledIn = (some: readonly ChosenSpan[]) => some.filter(({ state }) => state === "labelled").length;
  const kind =
    labelledIn(complete) >= ENOUGH_COMPLETE
      ? "complete"
      : labelledIn(chosen.filter(isPartial)) >= ENOUGH_PARTIAL
        ? "labels"
        : "none";

  const labelled = partialLabels(sentences);
  const options = {
    labelled,
    sentences: sentences.length + dev.length,
    seed,
    ...(draws !== undefined && { draws }),
  };
  const { spans, likeness } =
    kind === "labels"
      ? bySurface(chosen, sentences, predictions, { ...options, nested })
      : { spans: chosen, likeness: undefined };
  const partial = spans.filter(isPartial);
  const known =
    kind === "complete"
      ? estimateFromComplete(partial, complete, options)
      : kind === "labels"
        ? estimateFromPartial(partial, options)
        : undefined;
  // Types of the model without a label, or all types if there is nothing to calibrate on.
  const unlabelled = predictions.labels.filter(
    (label) => known === undefined || (kind === "labels" && !known.frequency.has(label)),
  );
  const others = estimateFromScores(
    partial.filter(({ label }) => unlabelled.includes(label)),
    { ...options, labels: unlabelled },
  );
  const frequency = (label: string, group?: SpanGroup) => {
    if (unlabelled.includes(label)) return 0;
    const own = known?.frequency.get(label) ?? 1;
    return group === "known" && likeness !== undefined ? Math.max(own, likeness) : own;
  };
  return {
    kind,
    frequency,
    isByWord: likeness !== undefined,
    labelError: labelErrors(spans),
    probability:
      kind === "complete"
        ? entityProbabilityOfComplete(complete)
        : kind === "labels"
          ? entityProbabilityOfPartial(partial, frequency)
          : uncalibrated,
    estimate: {
      total: known === undefined ? others.total : addEstimates(known.total, others.total),
      types: new Map<string, Estimate>([...(known?.types ?? []), ...others.types]),
    },
    spans,
  };
}

/**
 * Groups spans by the labels of the same surface elsewhere, and chooses again: of candidates that exclude each other,
 * one whose surface is labelled elsewhere may be more probable than one with a higher score.
 */
function bySurface(
  chosen: readonly ChosenSpan[],
  sentences: readonly Sentence[],
  predictions: Predictions,
  { nested, ...options }: EstimateOptions & ChooseOptions,
): SurfaceGroups {
  const isPartial = ({ isComplete }: ChosenSpan) => !isComplete;
  // A first estimate of how complete the labels are.
  const rough = estimateFromPartial(chosen.filter(isPartial), { ...options, draws: 1 });
  const share = rough.total.completeness.value;
  const first = groupBySurface(chosen, sentences, share);
  if (first.likeness !== undefined) return first;
  const probability = entityProbabilityOfPartial(
    first.spans.filter(isPartial),
    (label) => rough.frequency.get(label) ?? 0,
  );
  const candidates = predictions.sentences.flatMap((own, sentence) =>
    own.candidates.map((candidate) => ({ sentence, candidate })),
  );
  const surfaces = candidateSurfaces(
    candidates.map(({ sentence, candidate }) => ({ ...candidate, sentence })),
    sentences,
    share,
  );
  const ranks = new Map(
    candidates.map(({ candidate }, i) => [
      candidate,
      probability.at(candidate.label, candidate.score, surfaces[i] ?? "first"),
    ]),
  );
  const again = predictions.sentences.flatMap((own, i) =>
    chooseCandidates(sentences[i]!, i, own.candidates, {
      nested,
      rank: (candidate) => ranks.get(candidate)!,
    }),
  );
  return groupBySurface(again, sentences, share);
}

/** The sum of two estimates with independent errors. */
function addEstimates(a: Estimate, b: Estimate): Estimate {
  const value = a.missing.value + b.missing.value;
  const off = (end: "low" | "high") =>
    Math.hypot(a.missing[end] - a.missing.value, b.missing[end] - b.missing.value);
  const missing = { value, low: Math.max(0, value - off("low")), high: value + off("high") };
  return withCompleteness(a.labelled + b.labelled, missing);
}

/** How many entities of each type are labelled where labels of the type may be missing. */
function partialLabels(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { entities, completeness } of sentences) {
    for (const { label } of entities) {
      if (!isCompleteFor(completeness, label)) counts.set(label, (counts.get(label) ?? 0) + 1);
    }
  }
  return counts;
}
