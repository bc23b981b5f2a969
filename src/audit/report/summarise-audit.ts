import type { Sentence } from "../../data/index.ts";
import type { Warning } from "../../errors.ts";
import { lacunaVersion } from "../../lacuna-version.ts";
import type { Calibration } from "../calibrate/calibrate.ts";
import { withCompleteness } from "../calibrate/missing-estimate.ts";
import { wordsFingerprint } from "../data.ts";
import { checkHidden } from "../suggest/check-hidden.ts";
import type { Suggestion } from "../suggest/suggestion.ts";
import type { AuditSummary, SuggestionCounts, TypeEstimate } from "../summary.ts";
import { scoreCurve, scoreHistogram } from "./score-curve.ts";

interface SummaryParts {
  readonly files: readonly string[];
  readonly sentences: readonly Sentence[];
  readonly models: AuditSummary["models"];
  readonly calibration: Calibration;
  readonly suggestions: readonly Suggestion[];
  readonly notices: readonly string[];
  readonly warnings: readonly Warning[];
  readonly seconds: number;
  readonly resumed?: true;
  readonly config: unknown;
}

/** Summarises an audit in numbers. */
export function summariseAudit(parts: SummaryParts): AuditSummary {
  const { files, sentences, calibration, suggestions } = parts;
  const { estimate } = calibration;
  const entities = sentences.flatMap((sentence) => sentence.entities);
  const labels = [...new Set([...entities.map(({ label }) => label), ...estimate.types.keys()])].sort();
  const none = { value: 0, low: 0, high: 0 };
  const types = labels.map((label): TypeEstimate => {
    const labelled = entities.filter((entity) => entity.label === label).length;
    const own = suggestions.filter((suggestion) => suggestion.label === label);
    return {
      label,
      ...withCompleteness(labelled, estimate.types.get(label)?.missing ?? none),
      suggested: countSuggestions(own).suggested,
    };
  });
  const { missing } = estimate.total;
  const check = checkHidden(sentences, {
    suggestions,
    missing,
    missingByType: new Map(types.map((type) => [type.label, type.missing])),
  });
  return {
    format: 1,
    lacuna: lacunaVersion(),
    data: {
      files,
      sentences: sentences.length,
      words: sentences.reduce((sum, { tokens }) => sum + tokens.length, 0),
      entities: entities.length,
      fingerprint: wordsFingerprint(sentences),
    },
    models: parts.models,
    calibration: calibration.kind,
    total: withCompleteness(entities.length, missing),
    types,
    suggestions: countSuggestions(suggestions),
    curve: scoreCurve(sentences, calibration),
    histogram: scoreHistogram(calibration),
    notices: parts.notices,
    ...(parts.warnings.length > 0 && { warnings: parts.warnings }),
    seconds: parts.seconds,
    ...(parts.resumed && { resumed: true }),
    config: parts.config,
    ...(check !== undefined && { check }),
  };
}

function countSuggestions(suggestions: readonly Suggestion[]): SuggestionCounts {
  const count = (some: readonly Suggestion[], kind: Suggestion["kind"]) =>
    some.filter((suggestion) => suggestion.kind === kind).length;
  const suggested = suggestions.filter((suggestion) => suggestion.suggested);
  const expected = suggested.reduce((sum, { probability }) => sum + probability, 0);
  return {
    missed: count(suggestions, "missed"),
    wrong: count(suggestions, "wrong"),
    suggested: { missed: count(suggested, "missed"), wrong: count(suggested, "wrong") },
    expectedPrecision: suggested.length === 0 ? 0 : expected / suggested.length,
  };
}
