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
/** What the scores of an audit's models mean, and how many entities are missing by that. */
export interface Calibration {
  readonly kind: AuditSummary["calibration"];
  readonly probability: EntityProbability;
  readonly labelError: LabelErrorProbability;
  /** c: the share of the entities of a type that is labelled, in partial sentences; 0 for a type without labels. */
  frequency(label: string, group?: SpanGroup): number;
  /** Whether the same words are labelled everywhere or nowhere, as a dictionary does. */
  readonly isByWord: boolean;
  /** Of partial sentences: nothing is missing in the others. */
  readonly estimate: Pick<MissingEstimate, "total" | "types">;
  /** Every span of the data that is compared with labels. */
  readonly spans: readonly ChosenSpan[];
}

export interface CalibrateOptions {
  /** Complete sentences beside the data (dev), as `Judgements.beside` counts them. */
  readonly beside: readonly Sentence[];
  readonly nested: boolean;
  readonly seed: number;
  /** Corpora that are drawn for intervals. */
  readonly draws?: number;
}

/** Labelled spans that are needed to learn from what scores mean. */
const ENOUGH_PARTIAL = 30;
const ENOUGH_COMPLETE = 100;

/**
 * Finds out what scores mean: from complete sentences where there are enough of them, else from how many of the model's
 * surest spans are labelled, else not at all.
 */
export function calibrate(
  sentences: readonly Sentence[],
  judgements: Predictions,
  { beside, nested, seed, draws }: CalibrateOptions,
): Calibration {
  const chosen = judgements.sentences.flatMap(({ candidates }, i) =>
    chooseCandidates(sentences[i]!, i, candidates, { nested }),
  );
  const besideSpans = judgements.beside.flatMap(({ sentence, candidates }) =>
    chooseCandidates(beside[sentence]!, sentences.length + sentence, candidates, { nested }),
  );
  const isPartial = ({ isComplete }: ChosenSpan) => !isComplete;
  const complete = [...chosen, ...besideSpans].filter(({ isComplete }) => isComplete);
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
    sentences: sentences.length + beside.length,
    seed,
    ...(draws !== undefined && { draws }),
  };
  const { spans, likeness } =
    kind === "labels"
      ? bySurface(chosen, sentences, judgements, { ...options, nested })
      : { spans: chosen, likeness: undefined };
  const partial = spans.filter(isPartial);
  const known =
    kind === "complete"
      ? estimateFromComplete(partial, complete, options)
      : kind === "labels"
        ? estimateFromPartial(partial, options)
        : undefined;
  // Types of the model that nobody labelled, and all types where there is nothing to compare with.
  const unlabelled = judgements.labels.filter(
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
 * Groups spans by what the labels of the same words elsewhere say, and chooses anew: of candidates that exclude each
 * other one whose words are labelled elsewhere may be likelier than one of a higher score.
 */
function bySurface(
  chosen: readonly ChosenSpan[],
  sentences: readonly Sentence[],
  judgements: Predictions,
  { nested, ...options }: EstimateOptions & ChooseOptions,
): SurfaceGroups {
  const isPartial = ({ isComplete }: ChosenSpan) => !isComplete;
  // How complete labels are by a first look.
  const look = estimateFromPartial(chosen.filter(isPartial), { ...options, draws: 1 });
  const share = look.total.completeness.value;
  const first = groupBySurface(chosen, sentences, share);
  if (first.likeness !== undefined) return first;
  const probability = entityProbabilityOfPartial(
    first.spans.filter(isPartial),
    (label) => look.frequency.get(label) ?? 0,
  );
  const candidates = judgements.sentences.flatMap((own, sentence) =>
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
  const again = judgements.sentences.flatMap((own, i) =>
    chooseCandidates(sentences[i]!, i, own.candidates, {
      nested,
      rank: (candidate) => ranks.get(candidate)!,
    }),
  );
  return groupBySurface(again, sentences, share);
}

/** The sum of two estimates that are off independently of each other. */
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
