import type { Sentence } from "../../data/index.ts";
import { type Entity, entityKey, type Span, textOf } from "../../data/index.ts";
import type { Dictionary } from "../../dictionary/index.ts";
import type { Calibration } from "../calibrate/calibrate.ts";
import { type ChosenSpan, contradicts, groupOf } from "../calibrate/choose-candidates.ts";
import { missedProbability } from "../calibrate/entity-probability.ts";
import type { Candidate, Predictions } from "../predict/predictions.ts";
import { surfaceCounts } from "../surface-counts.ts";
import type { Evidence, Neighbour, Suggestion } from "./suggestion.ts";
import { wrongLabels } from "./wrong-labels.ts";
/** From this probability on a suggestion is more likely right than not. */
export const SUGGESTED_FROM = 0.5;

/** Less likely ones are not listed. */
const LISTED_FROM = 0.05;

interface SuggestionSources {
  readonly sentences: readonly Sentence[];
  readonly predictions: Predictions;
  readonly calibration: Calibration;
  readonly nested: boolean;
  readonly dictionary?: Dictionary;
}

/** A suggestion without its evidence. */
interface Draft {
  readonly sentence: number;
  readonly candidate: Candidate;
  readonly probability: number;
  readonly wrong?: { readonly was: Entity; readonly reason: "type" | "boundary" };
}

/** What should be changed in the data, best first, each with its evidence. No two contradict each other. */
export function findSuggestions(sources: SuggestionSources): Suggestion[] {
  const { sentences, predictions, dictionary } = sources;
  const kept = withoutContradictions([...missedDrafts(sources), ...wrongDrafts(sources)], sources.nested);
  const counts = surfaceCounts(
    sentences,
    kept.map(({ sentence, candidate: { start, end, label } }) => ({ sentence, start, end, label })),
  );
  const labelled = sentences.flatMap(({ entities }, sentence) =>
    entities.map((entity) => ({ sentence, entity })),
  );
  const neighbourOf = ({ entity: at, similarity }: { entity: number; similarity: number }): Neighbour => {
    const { sentence, entity } = labelled[at]!;
    const { start, end, label } = entity;
    return {
      sentence,
      start,
      end,
      label,
      similarity: rounded(similarity),
      text: spanText(sentences[sentence]!, entity),
    };
  };
  return kept.map(({ sentence, candidate, probability, wrong }, i): Suggestion => {
    const { start, end, label, score, neighbours = [] } = candidate;
    const agree = predictions.sentences[sentence]!.agreement.get(entityKey(candidate)) ?? 0;
    const evidence: Evidence = {
      score: rounded(score),
      ...(predictions.models > 1 && { folds: { agree, of: predictions.models } }),
      surface: counts[i]!,
      neighbours: neighbours.map(neighbourOf),
      ...(dictionary !== undefined && {
        dictionary: dictionaryLabels(dictionary, sentences[sentence]!, candidate),
      }),
    };
    const core = {
      sentence,
      start,
      end,
      label,
      probability: rounded(probability),
      suggested: probability >= SUGGESTED_FROM,
      text: spanText(sentences[sentence]!, candidate),
    };
    if (wrong === undefined) return { kind: "missed", ...core, evidence };
    const { was, reason } = wrong;
    return {
      kind: "wrong",
      ...core,
      reason,
      was: { start: was.start, end: was.end, label: was.label },
      evidence,
    };
  });
}

function missedDrafts({ calibration }: SuggestionSources): Draft[] {
  return calibration.spans.flatMap((span): Draft[] => {
    if (span.state !== "free" || span.isComplete) return [];
    const entity = calibration.probability.at(span.label, span.score, groupOf(span));
    const probability = missedProbability(entity, calibration.frequency(span.label, groupOf(span)));
    return probability < LISTED_FROM ? [] : [{ sentence: span.sentence, candidate: span, probability }];
  });
}

function wrongDrafts({ sentences, predictions, calibration, nested }: SuggestionSources): Draft[] {
  const options = {
    ...calibration,
    labels: new Set(predictions.labels),
    widest: predictions.widest,
    nested,
  };
  const denied = new Map<number, ChosenSpan[]>();
  for (const span of calibration.spans) {
    if (span.state === "denied") denied.set(span.sentence, [...(denied.get(span.sentence) ?? []), span]);
  }
  const found = [...denied].flatMap(([sentence, spans]) =>
    wrongLabels(sentences[sentence]!, spans, predictions.sentences[sentence]!.candidates, options).map(
      (wrong) => ({ sentence, ...wrong }),
    ),
  );
  const elsewhere = (which: (wrong: (typeof found)[number]) => Entity) =>
    surfaceCounts(
      sentences,
      found.map((wrong) => ({ sentence: wrong.sentence, ...which(wrong) })),
    );
  const [forModel, forLabel] = [elsewhere(({ instead }) => instead), elsewhere(({ was }) => was)];
  return found.flatMap(({ sentence, was, instead, reason, probability }, i): Draft[] => {
    const believed = probability * siding(forModel[i]!.labelled, forLabel[i]!.labelled);
    return believed < LISTED_FROM
      ? []
      : [{ sentence, candidate: instead, probability: believed, wrong: { was, reason } }];
  });
}

/**
 * How far the labels of the same words elsewhere side with the model against a label: ½ where they say nothing, since then
 * either of the two is as likely wrong.
 */
function siding(forModel: number, forLabel: number): number {
  return (forModel + 0.5) / (forModel + forLabel + 1);
}

/** The drafts best first, without those that contradict a better one. */
function withoutContradictions(drafts: readonly Draft[], nested: boolean): Draft[] {
  const accepted = new Map<number, Candidate[]>();
  return drafts.toSorted(bestFirst).filter(({ sentence, candidate }) => {
    const others = accepted.get(sentence) ?? [];
    if (others.some((other) => contradicts(candidate, other, nested))) return false;
    accepted.set(sentence, [...others, candidate]);
    return true;
  });
}

/** Of equally likely ones, those the model is surest of, then in the order of the data. */
function bestFirst(a: Draft, b: Draft): number {
  return (
    b.probability - a.probability ||
    b.candidate.score - a.candidate.score ||
    a.sentence - b.sentence ||
    a.candidate.start - b.candidate.start ||
    a.candidate.end - b.candidate.end
  );
}

const everything = { match: "all", conflict: "keep-both" } as const;

function dictionaryLabels(dictionary: Dictionary, { tokens }: Sentence, { start, end }: Span): string[] {
  const found = dictionary
    .match(tokens, everything)
    .filter((match) => match.start === start && match.end === end)
    .map(({ label }) => label);
  return [...new Set(found)].sort();
}

/** The words of a span, as they stand in the text. */
export function spanText(
  sentence: Pick<Sentence, "tokens" | "text" | "offsets">,
  { start, end }: Span,
): string {
  const { text, offsets } = textOf(sentence);
  return text.slice(offsets[start]![0], offsets[end - 1]![1]);
}

/** Six digits are more than any of these numbers is worth. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
