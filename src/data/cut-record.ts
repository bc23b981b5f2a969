import { basename } from "node:path";
import { splitSentences } from "../text/index.ts";
import type { Format } from "./format.ts";
import type { FilePosition } from "./read-log.ts";
import type { Offset, Sentence } from "./sentence.ts";
import type { Span } from "./span.ts";

/**
 * Where the sentences of a text begin in it; the first at 0, whatever stands before its first word. A sentence ends only
 * between two words, and never inside an entity: where one lies across, both sentences stay together.
 *
 * @param stated where they would begin, if somebody says so (default: as `splitSentences` finds)
 */
export function sentenceStarts(
  { tokens, text, offsets, entities, hidden = [] }: Sentence,
  holds: Format["holds"],
  stated?: readonly number[],
): number[] {
  const starts = [0];
  if (text === undefined || offsets === undefined) return starts;
  const wanted = stated ?? splitText(text, holds);
  if (wanted.length < 2) return starts;
  const isOpen = boundaries(tokens.length, [...entities, ...hidden]);
  let word = 0;
  let last = 0;
  for (const start of wanted) {
    while (word < offsets.length && offsets[word]![0] < start) word++;
    if (word === last || word >= offsets.length) continue;
    if (offsets[word - 1]![1] > start || !isOpen(word)) continue;
    starts.push(start);
    last = word;
  }
  return starts;
}

function splitText(text: string, holds: Format["holds"]): number[] {
  if (holds !== "lines") return splitSentences(text).map(([start]) => start);
  return [...text.matchAll(/[^\r\n]+/g)].flatMap(({ index, 0: line }) =>
    splitSentences(line).map(([start]) => index + start),
  );
}

/** Tells whether no span lies across the place before a word. */
function boundaries(words: number, spans: readonly Span[]): (word: number) => boolean {
  const change = new Int32Array(words + 2);
  for (const { start, end } of spans) {
    change[start + 1]!++;
    change[end]!--;
  }
  for (let word = 1; word <= words; word++) change[word]! += change[word - 1]!;
  return (word) => change[word] === 0;
}

/**
 * The sentences of a text: each with the text from its own beginning to that of the next, so that joined they are the text
 * again. They share a document: the record's own, or one named after its id or its place in the file.
 */
export function* cutRecord(
  record: Sentence,
  starts: readonly number[],
  at: FilePosition,
): Generator<Sentence> {
  const { text, offsets } = record;
  if (starts.length < 2 || text === undefined || offsets === undefined) {
    yield record;
    return;
  }
  const doc = record.doc ?? (record.id === undefined ? `${basename(at.file)}:${at.line}` : String(record.id));
  const entitiesIn = takeSpans(record.entities);
  const hiddenIn = record.hidden && takeSpans(record.hidden);
  const unknownIn = record.unknown && takeWords(record.unknown);
  const outsideIn = record.outside && takeWords(record.outside);
  let first = 0;
  for (const [i, start] of starts.entries()) {
    const textEnd = starts[i + 1] ?? text.length;
    let end = first;
    while (end < offsets.length && (i === starts.length - 1 || offsets[end]![0] < textEnd)) end++;
    const unknown = unknownIn?.(first, end) ?? [];
    const outside = outsideIn?.(first, end) ?? [];
    const { unknown: _, outside: __, ...rest } = record;
    yield {
      ...rest,
      tokens: record.tokens.slice(first, end),
      entities: entitiesIn(first, end),
      doc,
      text: text.slice(start, textEnd),
      textStart: (record.textStart ?? 0) + start,
      offsets: offsets.slice(first, end).map(([from, to]): Offset => [from - start, to - start]),
      ...(hiddenIn !== undefined && { hidden: hiddenIn(first, end) }),
      ...(unknown.length > 0 && { unknown }),
      ...(outside.length > 0 && { outside }),
    };
    first = end;
  }
}

/** Gives the spans of one stretch of words after another; they are in reading order. */
function takeSpans<S extends Span>(spans: readonly S[]): (first: number, end: number) => S[] {
  let next = 0;
  return (first, end) => {
    const own: S[] = [];
    for (; next < spans.length && spans[next]!.start < end; next++) {
      const span = spans[next]!;
      own.push({ ...span, start: span.start - first, end: span.end - first });
    }
    return own;
  };
}

function takeWords(words: readonly number[]): (first: number, end: number) => number[] {
  let next = 0;
  return (first, end) => {
    const own: number[] = [];
    for (; next < words.length && words[next]! < end; next++) own.push(words[next]! - first);
    return own;
  };
}
