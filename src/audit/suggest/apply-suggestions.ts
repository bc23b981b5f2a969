import type { Sentence } from "../../data/index.ts";
import { compareEntities, type Entity, entityKey } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { wordsFingerprint } from "../data.ts";
import { SUGGESTED_FROM, spanText } from "./find-suggestions.ts";
import type { AppliedSuggestion } from "./suggestions-file.ts";
/** Which suggestions are accepted. */
export interface AcceptOptions {
  /** As many as possible so that this share of them should be right: the mean of their probabilities. */
  readonly precision?: number;
  /** All of at least this probability; default: ½. */
  readonly probability?: number;
  /** Only one kind. */
  readonly only?: AppliedSuggestion["kind"];
}

export interface Accepted {
  readonly suggestions: readonly AppliedSuggestion[];
  /** The least likely of them; 1 where there are none. */
  readonly from: number;
  /** The share of them that should be right; 0 where there are none. */
  readonly expectedPrecision: number;
}

/** Chooses suggestions to apply. Both `precision` and `probability` hold where both are given. */
export function acceptSuggestions(
  suggestions: readonly AppliedSuggestion[],
  { precision, probability, only }: AcceptOptions = {},
): Accepted {
  const least = probability ?? (precision === undefined ? SUGGESTED_FROM : 0);
  const likely = suggestions
    .filter((own) => own.probability >= least && (only === undefined || own.kind === only))
    .toSorted((a, b) => b.probability - a.probability);
  let [count, sum] = [0, 0];
  for (const [i, own] of likely.entries()) {
    sum += own.probability;
    // The mean falls from the best suggestion on, so the first that is too low is the end.
    if (precision !== undefined && sum / (i + 1) < precision) break;
    count = i + 1;
  }
  const accepted = likely.slice(0, count);
  const total = accepted.reduce((all, own) => all + own.probability, 0);
  return {
    suggestions: accepted,
    from: accepted.at(-1)?.probability ?? 1,
    expectedPrecision: count === 0 ? 0 : total / count,
  };
}

/** What applying suggestions makes of the data. */
export interface Applied {
  readonly sentences: readonly Sentence[];
  /** Entities that were missed. */
  readonly added: number;
  /** Entities that got another label or other boundaries. */
  readonly changed: number;
  /** Suggestions that the data follows already. */
  readonly known: number;
}

/**
 * Writes suggestions into the data. New entities carry the probability as `score`, so that they can be told from those of
 * people. Completeness stays what it is unless `complete` is given.
 */
export function applySuggestions(
  sentences: readonly Sentence[],
  suggestions: readonly AppliedSuggestion[],
  { complete = false }: { readonly complete?: boolean } = {},
): Applied {
  const counts = { added: 0, changed: 0, known: 0 };
  const bySentence = new Map<number, AppliedSuggestion[]>();
  for (const suggestion of suggestions) {
    checkPlace(sentences, suggestion);
    const own = bySentence.get(suggestion.sentence);
    if (own === undefined) bySentence.set(suggestion.sentence, [suggestion]);
    else own.push(suggestion);
  }
  const changed = sentences.map((sentence, i): Sentence => {
    const own = bySentence.get(i) ?? [];
    const entities = new Map(sentence.entities.map((entity) => [entityKey(entity), entity]));
    for (const suggestion of own) counts[applyOne(suggestion, entities)]++;
    if (own.length === 0 && !complete) return sentence;
    const hidden = sentence.hidden?.filter((entity) => !entities.has(entityKey(entity)));
    return {
      ...sentence,
      entities: [...entities.values()].sort(compareEntities),
      ...(hidden !== undefined && { hidden }),
      ...(complete && { completeness: "complete" }),
    };
  });
  return { sentences: changed, ...counts };
}

function applyOne(
  suggestion: AppliedSuggestion,
  entities: Map<string, Entity>,
): "added" | "changed" | "known" {
  const { start, end, label, probability: score } = suggestion;
  const key = entityKey({ start, end, label });
  const isKnown = entities.has(key);
  if (suggestion.kind === "wrong") {
    const was = entityKey(suggestion.was);
    if (!entities.has(was) && !isKnown) refuse(suggestion, `there is no "${suggestion.was.label}" to change`);
    if (!entities.has(was)) return "known";
    entities.delete(was);
  } else if (isKnown) {
    return "known";
  }
  if (!isKnown) entities.set(key, { start, end, label, score });
  return suggestion.kind === "wrong" ? "changed" : "added";
}

/** Makes sure that suggestions were made for these sentences. */
export function checkWords(sentences: readonly Sentence[], fingerprint: string): void {
  if (wordsFingerprint(sentences) === fingerprint) return;
  throw new UserError("the suggestions were made for other data: sentences or words differ", {
    hint: "give --data the files of the audit, in the same order; see data.files in audit.json",
  });
}

function checkPlace(sentences: readonly Sentence[], suggestion: AppliedSuggestion): void {
  const sentence = sentences[suggestion.sentence];
  if (sentence === undefined) refuse(suggestion, `there are only ${sentences.length} sentences`);
  const { start, end } = suggestion;
  if (!(start < end && end <= sentence.tokens.length)) {
    refuse(suggestion, `the sentence has only ${sentence.tokens.length} words`);
  }
  const found = spanText(sentence, suggestion);
  if (found !== suggestion.text) refuse(suggestion, `there stands "${found}"`);
}

function refuse({ sentence, start, end, text }: AppliedSuggestion, why: string): never {
  throw new UserError(
    `the data does not fit the suggestion "${text}" at words ${start}–${end} of sentence ${sentence}: ${why}`,
    { hint: "give --data the files of the audit, in the same order" },
  );
}
