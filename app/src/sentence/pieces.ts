import type { SentenceView, Span } from "../../../src/review/api.ts";

/** A part of a sentence covered by the same spans, drawn as one element so that its underlines have no seams. */
export interface Piece {
  /** Positions of the spans that cover it. */
  readonly cover: readonly number[];
  readonly parts: readonly Part[];
  /** Positions of the spans whose first word is the first of this piece, and whose last word is its last. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

type Part =
  | { readonly kind: "word"; readonly index: number; readonly text: string }
  | { readonly kind: "gap"; readonly text: string };

/** The words of a sentence, with its running text if that is known. */
export type SentenceText = Pick<SentenceView, "tokens"> & Partial<Pick<SentenceView, "text" | "offsets">>;

/** Splits a sentence where spans begin and end. The text between two words (a space, or nothing in Chinese) is kept. */
export function pieces(sentence: SentenceText, spans: readonly Span[]): Piece[] {
  const result: { cover: number[]; parts: Part[]; starts: number[]; ends: number[] }[] = [];
  const add = (cover: number[], part: Part) => {
    const last = result.at(-1);
    if (last !== undefined && sameNumbers(last.cover, cover)) last.parts.push(part);
    else result.push({ cover, parts: [part], starts: [], ends: [] });
    return result.at(-1)!;
  };
  const covering = (from: number, to: number) =>
    spans.flatMap(({ start, end }, i) => (start <= from && end >= to ? [i] : []));
  for (const [index, word] of sentence.tokens.entries()) {
    const gap = gapBefore(sentence, index);
    if (gap !== "") add(covering(index - 1, index + 1), { kind: "gap", text: gap });
    const piece = add(covering(index, index + 1), {
      kind: "word",
      index,
      text: wordText(sentence, index, word),
    });
    for (const i of piece.cover) {
      if (spans[i]!.start === index) piece.starts.push(i);
      if (spans[i]!.end === index + 1) piece.ends.push(i);
    }
  }
  return result;
}

function gapBefore({ text, offsets }: SentenceText, index: number): string {
  if (text === undefined || offsets === undefined) return index === 0 ? "" : " ";
  const gap = text.slice(index === 0 ? 0 : offsets[index - 1]![1], offsets[index]![0]);
  // The running text may begin with a line break; only what is between words is shown.
  return index === 0 ? "" : gap;
}

function wordText({ text, offsets }: SentenceText, index: number, word: string): string {
  return text === undefined || offsets === undefined ? word : text.slice(...offsets[index]!);
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
