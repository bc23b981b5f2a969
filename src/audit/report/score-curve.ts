import type { Sentence } from "../../data/index.ts";
import { entityKey } from "../../data/index.ts";
import type { Calibration } from "../calibrate/calibrate.ts";
import { type ChosenSpan, groupOf } from "../calibrate/choose-candidates.ts";
import { missedProbability } from "../calibrate/entity-probability.ts";
import type { AuditSummary, CurvePoint } from "../summary.ts";
import { scoreEdges } from "./score-axis.ts";

/** The most points of a curve; each stands for the same number of spans. */
const POINTS = 20;

/** What scores mean, from low to high: the spans of partial sentences, grouped by score. */
export function scoreCurve(sentences: readonly Sentence[], calibration: Calibration): CurvePoint[] {
  const spans = partialSpans(calibration).toSorted((a, b) => a.score - b.score);
  const isMasked = sentences.some(({ hidden }) => hidden !== undefined);
  const size = Math.max(1, Math.ceil(spans.length / POINTS));
  const points: CurvePoint[] = [];
  for (let first = 0; first < spans.length; first += size) {
    points.push(pointOf(spans.slice(first, first + size), calibration, isMasked ? sentences : undefined));
  }
  return points;
}

function pointOf(
  spans: readonly ChosenSpan[],
  { probability, frequency }: Calibration,
  masked: readonly Sentence[] | undefined,
): CurvePoint {
  const mean = (some: readonly ChosenSpan[], of: (span: ChosenSpan) => number) =>
    some.length === 0 ? 0 : some.reduce((sum, span) => sum + of(span), 0) / some.length;
  const entity = (span: ChosenSpan) => probability.at(span.label, span.score, groupOf(span));
  const free = spans.filter(({ state }) => state === "free");
  const isHidden = (span: ChosenSpan) =>
    (masked![span.sentence]!.hidden ?? []).some((other) => entityKey(other) === entityKey(span));
  return {
    score: mean(spans, ({ score }) => score),
    spans: spans.length,
    labelled: mean(spans, ({ state }) => Number(state === "labelled")),
    entity: mean(spans, entity),
    missed: mean(free, (span) => missedProbability(entity(span), frequency(span.label, groupOf(span)))),
    ...(masked !== undefined && { hidden: mean(free, (span) => Number(isHidden(span))) }),
  };
}

/** The histogram of scores of spans in partial sentences. */
export function scoreHistogram(calibration: Calibration): AuditSummary["histogram"] {
  const edges = scoreEdges();
  const [labelled, unlabelled] = [edges.slice(1).fill(0), edges.slice(1).fill(0)];
  for (const { score, state } of partialSpans(calibration)) {
    const bar = Math.max(
      0,
      edges.findLastIndex((edge) => edge <= score && edge < 1),
    );
    (state === "labelled" ? labelled : unlabelled)[bar]!++;
  }
  return { edges, labelled, unlabelled };
}

function partialSpans({ spans }: Calibration): ChosenSpan[] {
  return spans.filter(({ isComplete, state }) => !isComplete && state !== "denied");
}
