/** A span of one sentence of a batch: words `start` … `end` − 1. */
export interface PlacedSpan {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
}

/**
 * All spans of up to `maxWidth` words of a packed batch, in one fixed order: sentence by sentence, by start, then by end.
 * No span is an object: a batch easily has a hundred thousand of them.
 */
export interface SpanIndex {
  readonly count: number;
  readonly maxWidth: number;
  /** How many words each sentence has. */
  readonly lengths: readonly number[];
  /** The row of each span's first word on the packed axis. */
  readonly starts: Int32Array;
  /** The row of each span's last word (inclusive: it is that word's vector which is looked up). */
  readonly ends: Int32Array;
  /** Where each sentence's words begin on the packed axis, and last how many words there are. */
  readonly wordOffsets: Int32Array;
  /** Where each sentence's spans begin, and last how many there are. */
  readonly spanOffsets: Int32Array;
  /** The position of a span; −1 where it is wider than `maxWidth`. */
  positionOf(sentence: number, start: number, end: number): number;
  spanAt(position: number): PlacedSpan;
}

/** Enumerates the spans of sentences with these numbers of words. */
export function spanIndex(lengths: readonly number[], maxWidth: number): SpanIndex {
  if (!(maxWidth >= 1)) throw new Error(`spans must be allowed at least one word, not ${maxWidth}`);
  const sentences = lengths.length;
  const wordOffsets = new Int32Array(sentences + 1);
  const spanOffsets = new Int32Array(sentences + 1);
  let [row, count] = [0, 0];
  for (const [i, words] of lengths.entries()) {
    wordOffsets[i + 1] = row += words;
    spanOffsets[i + 1] = count += spansBefore(words, words, maxWidth);
  }
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const sentenceOf = new Int32Array(row);
  let [first, at] = [0, 0];
  for (const [i, words] of lengths.entries()) {
    const stop = first + words;
    sentenceOf.fill(i, first, stop);
    for (let start = first; start < stop; start++) {
      const last = Math.min(start + maxWidth, stop);
      for (let end = start; end < last; end++) {
        starts[at] = start;
        ends[at++] = end;
      }
    }
    first = stop;
  }

  return {
    count,
    maxWidth,
    lengths,
    starts,
    ends,
    wordOffsets,
    spanOffsets,
    positionOf(sentence, start, end) {
      const words = lengths[sentence] ?? 0;
      if (!(0 <= start && start < end && end <= words)) {
        throw new Error(`[${start}, ${end}) is no span of sentence ${sentence}, which has ${words} words`);
      }
      if (end - start > maxWidth) return -1;
      return spanOffsets[sentence]! + spansBefore(start, words, maxWidth) + end - start - 1;
    },
    spanAt(position) {
      const row = starts[position];
      if (row === undefined) throw new Error(`there is no span ${position}; there are ${count}`);
      const sentence = sentenceOf[row]!;
      const first = wordOffsets[sentence]!;
      return { sentence, start: row - first, end: ends[position]! - first + 1 };
    },
  };
}

/** How many spans of a sentence begin before word `start`: `maxWidth` for each word that has so many after it, fewer near the end. */
function spansBefore(start: number, words: number, maxWidth: number): number {
  const full = Math.max(0, words - maxWidth + 1);
  if (start <= full) return start === 0 ? 0 : start * maxWidth;
  // words − full, one less, …, for the words from `full` on.
  const rest = start - full;
  return (full === 0 ? 0 : full * maxWidth) + rest * (words - full) - (rest * (rest - 1)) / 2;
}
