import type { Span } from "../../../src/review/api.ts";

export type BoundaryMove = "start-earlier" | "start-later" | "end-later" | "end-earlier";

/** Moves one end of a span by a word. It stays in the sentence and keeps at least one word. */
export function moveBoundary<S extends Span>(span: S, move: BoundaryMove, words: number): S {
  const { start, end } = span;
  switch (move) {
    case "start-earlier":
      return { ...span, start: Math.max(0, start - 1) };
    case "start-later":
      return { ...span, start: Math.min(start + 1, end - 1) };
    case "end-later":
      return { ...span, end: Math.min(words, end + 1) };
    case "end-earlier":
      return { ...span, end: Math.max(end - 1, start + 1) };
  }
}

/** Drags one end of a span to a word; it stops at the other end. */
export function dragBoundary<S extends Span>(span: S, edge: "start" | "end", word: number): S {
  return edge === "start"
    ? { ...span, start: Math.min(word, span.end - 1) }
    : { ...span, end: Math.max(word + 1, span.start + 1) };
}

/** Moves a whole span by words, without leaving the sentence. */
export function shiftSpan<S extends Span>(span: S, by: number, words: number): S {
  const width = span.end - span.start;
  const start = Math.max(0, Math.min(words - width, span.start + by));
  return { ...span, start, end: start + width };
}

/** The words between two, in either order. */
export function spanBetween(a: number, b: number): Span {
  return { start: Math.min(a, b), end: Math.max(a, b) + 1 };
}
