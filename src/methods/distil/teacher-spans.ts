import { isCompleteFor, type Sentence } from "../../data/index.ts";
import type { ScoredEntity } from "../../models/index.ts";

interface TeacherSpansOptions {
  /** What the log-odds of the teacher's probabilities are divided by. */
  readonly temperature: number;
  /** Whether given labels go before what the teacher thinks. */
  readonly keepLabels: boolean;
}

/**
 * What a student is taught about a sentence: spans and how likely each is, no word covered by more than 1 in all.
 *
 *     p' = σ(logit(p) / T)     [HINTON, temperature]
 *
 * A given entity has probability 1, and what shares a word with it has 0; so has any other span where labels are said to
 * be complete, or a word to lie outside.
 *
 * @param found every label of every span that the teacher finds possible
 */
export function teacherSpans(
  sentence: Sentence,
  found: readonly ScoredEntity[],
  { temperature, keepLabels }: TeacherSpansOptions,
): ScoredEntity[] {
  const { tokens, entities, completeness, outside = [] } = sentence;
  const taken = new Uint8Array(tokens.length);
  if (keepLabels) {
    for (const { start, end } of entities) taken.fill(1, start, end);
    for (const word of outside) taken[word] = 1;
  }
  const isOpen = ({ start, end, label }: ScoredEntity) =>
    !keepLabels || (!isCompleteFor(completeness, label) && !taken.subarray(start, end).includes(1));
  const soft = found.filter(isOpen).map((span) => ({ ...span, score: tempered(span.score, temperature) }));
  const given = keepLabels ? entities.map((entity) => ({ ...entity, score: 1 })) : [];
  return shared([...given, ...soft], tokens.length);
}

/** Probabilities of 0 and 1 have no odds. */
const SUREST = 1e-6;

function tempered(probability: number, temperature: number): number {
  if (temperature === 1) return probability;
  const p = Math.min(1 - SUREST, Math.max(SUREST, probability));
  return 1 / (1 + ((1 - p) / p) ** (1 / temperature));
}

/** Where spans over a word add up to more than 1 (nested ones do), all of them shrink: a word has one tag. */
function shared(spans: readonly ScoredEntity[], words: number): ScoredEntity[] {
  const covered = new Float64Array(words);
  for (const { start, end, score } of spans)
    for (let word = start; word < end; word++) covered[word]! += score;
  return spans.map((span) => {
    const most = covered.subarray(span.start, span.end).reduce((a, b) => Math.max(a, b), 1);
    return { ...span, score: span.score / most };
  });
}
