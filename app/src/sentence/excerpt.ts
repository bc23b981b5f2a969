import type { Span } from "../../../src/review/api.ts";
import type { SentenceText } from "./pieces.ts";

/** A few words on either side of a span, with an ellipsis where something was left out, and the span's place in them. */
export function excerpt(
  sentence: SentenceText,
  span: Span,
  around: number,
): { sentence: SentenceText; span: Span } {
  const from = Math.max(0, span.start - around);
  const to = Math.min(sentence.tokens.length, span.end + around);
  const words = Array.from({ length: to - from }, (_, i) => wordOf(sentence, from + i));
  const tokens = [...(from > 0 ? ["…"] : []), ...words, ...(to < sentence.tokens.length ? ["…"] : [])];
  const shift = (from > 0 ? 1 : 0) - from;
  const moved = { start: span.start + shift, end: span.end + shift };
  const { text, offsets } = sentence;
  if (text === undefined || offsets === undefined) return { sentence: { tokens }, span: moved };
  const base = offsets[from]![0];
  const cut = text.slice(base, offsets[to - 1]![1]);
  const head = from > 0 ? "… " : "";
  const tail = to < sentence.tokens.length ? " …" : "";
  const inner = offsets
    .slice(from, to)
    .map(([start, end]) => [start - base + head.length, end - base + head.length] as const);
  const whole = head + cut + tail;
  return {
    sentence: {
      tokens,
      text: whole,
      offsets: [
        ...(head === "" ? [] : [[0, 1] as const]),
        ...inner,
        ...(tail === "" ? [] : [[whole.length - 1, whole.length] as const]),
      ],
    },
    span: moved,
  };
}

function wordOf({ tokens, text, offsets }: SentenceText, i: number): string {
  return text === undefined || offsets === undefined ? tokens[i]! : text.slice(...offsets[i]!);
}
