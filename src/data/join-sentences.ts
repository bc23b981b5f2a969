import type { Sentence } from "./sentence.ts";
import type { Span } from "./span.ts";

interface HasWords {
  readonly tokens: readonly unknown[];
}

/** Sentences of one document and one completeness as one sentence. Its running text is not kept. */
export function joinSentences(sentences: readonly Sentence[]): Sentence {
  const { completeness, source, doc } = sentences[0]!;
  const starts = startsOf(sentences);
  const spans = <S extends Span>(of: (sentence: Sentence) => readonly S[]): S[] =>
    joinSpans(sentences.map(of), sentences);
  const words = (of: (sentence: Sentence) => readonly number[]): number[] =>
    sentences.flatMap((sentence, i) => of(sentence).map((word) => starts[i]! + word));
  return {
    tokens: sentences.flatMap(({ tokens }) => tokens),
    entities: spans(({ entities }) => entities),
    completeness,
    source,
    ...(doc !== undefined && { doc }),
    ...(sentences.some(({ hidden }) => hidden) && { hidden: spans(({ hidden = [] }) => hidden) }),
    ...(sentences.some(({ unknown }) => unknown) && { unknown: words(({ unknown = [] }) => unknown) }),
    ...(sentences.some(({ outside }) => outside) && { outside: words(({ outside = [] }) => outside) }),
  };
}

/** Spans of each sentence as spans of the joined sentence. */
export function joinSpans<S extends Span>(
  spans: readonly (readonly S[])[],
  sentences: readonly HasWords[],
): S[] {
  const starts = startsOf(sentences);
  return spans.flatMap((own, i) => own.map((span) => shifted(span, starts[i]!)));
}

/**
 * Spans of a joined sentence as spans of each sentence. A span across two of them belongs to neither.
 *
 * @param sentences the joined ones, in this order
 */
export function splitSpans<S extends Span>(spans: readonly S[], sentences: readonly HasWords[]): S[][] {
  if (sentences.length === 1) return [[...spans]];
  const starts = startsOf(sentences);
  return sentences.map(({ tokens }, i) => {
    const [first, end] = [starts[i]!, starts[i]! + tokens.length];
    return spans
      .filter((span) => span.start >= first && span.end <= end)
      .map((span) => shifted(span, -first));
  });
}

/** The index of each sentence's first word in the joined sentence. */
function startsOf(sentences: readonly HasWords[]): number[] {
  let words = 0;
  return sentences.map(({ tokens }) => {
    words += tokens.length;
    return words - tokens.length;
  });
}

function shifted<S extends Span>(span: S, words: number): S {
  return { ...span, start: span.start + words, end: span.end + words };
}
