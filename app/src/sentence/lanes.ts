import type { Span } from "../../../src/review/api.ts";

/**
 * Which underline each span gets: 0 lies right below the words, higher numbers below that. Spans that share a word never
 * share an underline, and what lies around another span lies below it.
 */
export function lanes(spans: readonly Span[]): number[] {
  const order = spans
    .map((span, i) => ({ span, i }))
    .sort((a, b) => width(a.span) - width(b.span) || a.span.start - b.span.start || a.i - b.i);
  const result = new Array<number>(spans.length).fill(0);
  order.forEach(({ span, i }, rank) => {
    for (const narrower of order.slice(0, rank)) {
      if (narrower.span.start < span.end && span.start < narrower.span.end)
        result[i] = Math.max(result[i]!, result[narrower.i]! + 1);
    }
  });
  return result;
}

function width({ start, end }: Span): number {
  return end - start;
}
