import { type Sentence, type Span, spansIn } from "../data/index.ts";
import { entryAt } from "../entries.ts";

/** What decides which spans of a sentence may be drawn as negatives. */
export type Annotated = Pick<Sentence, "tokens" | "entities" | "unknown">;

/** The spans that may be drawn as negatives, numbered in reading order and never held in memory all at once. */
export interface CandidateSpans {
  /** Words of the sentence: draws are in proportion to it. */
  readonly words: number;
  readonly count: number;
  /** The candidate with this number, 0 … count − 1. */
  at(index: number): Span;
}

/**
 * Numbers the candidates for negatives of a sentence: every span of at most `maxWidth` words that is
 * not itself annotated and touches no word marked unknown.
 *
 * Spans that overlap an entity or lie inside one are candidates: only the annotated span itself is not. [WNS, §2.4]
 *
 * A number is turned into its span by arithmetic, so a few draws from a long sentence cost a few steps.
 */
export function candidateSpans(sentence: Annotated, maxWidth: number): CandidateSpans {
  if (!(Number.isInteger(maxWidth) && maxWidth >= 1))
    throw new RangeError(`maxWidth must be 1 or more, got ${maxWidth}`);
  const words = sentence.tokens.length;
  const runs = knownRuns(words, sentence.unknown ?? [], maxWidth);
  const last = runs.at(-1);
  const total = last === undefined ? 0 : last.first + spansIn(last.length, maxWidth);
  const annotated = new Set<number>();
  for (const entity of sentence.entities) {
    const place = placeOf(entity, runs, maxWidth);
    if (place !== undefined) annotated.add(place);
  }
  const taken = Float64Array.from(annotated).sort();
  const count = total - taken.length;
  return {
    words,
    count,
    at(index) {
      if (!(index >= 0 && index < count)) throw new RangeError(`candidate ${index} of ${count}`);
      let place = index;
      for (const skipped of taken) {
        if (skipped > place) break;
        place++;
      }
      return spanAt(place, runs, maxWidth);
    },
  };
}

/** A stretch of words without an unknown one; `first` is the number of its first span. */
interface Run {
  readonly start: number;
  readonly length: number;
  readonly first: number;
}

function knownRuns(words: number, unknown: readonly number[], maxWidth: number): Run[] {
  const runs: Run[] = [];
  let [start, first] = [0, 0];
  for (const stop of [...unknown, words]) {
    const length = stop - start;
    if (length > 0) {
      runs.push({ start, length, first });
      first += spansIn(length, maxWidth);
    }
    start = stop + 1;
  }
  return runs;
}

/** The run with the largest `key` that is not above `value`. */
function runBefore(runs: readonly Run[], key: "start" | "first", value: number): Run {
  let [low, high] = [0, runs.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (entryAt(runs, middle)[key] <= value) low = middle;
    else high = middle - 1;
  }
  return entryAt(runs, low);
}

/** The number of a span, counting annotated ones; undefined if it is too wide or touches an unknown word. */
function placeOf({ start, end }: Span, runs: readonly Run[], maxWidth: number): number | undefined {
  if (end - start > maxWidth || runs.length === 0) return undefined;
  const run = runBefore(runs, "start", start);
  if (start < run.start || end > run.start + run.length) return undefined;
  const rest = run.length - (start - run.start);
  return run.first + spansIn(run.length, maxWidth) - spansIn(rest, maxWidth) + (end - start - 1);
}

function spanAt(place: number, runs: readonly Run[], maxWidth: number): Span {
  const run = runBefore(runs, "first", place);
  const within = place - run.first;
  const width = Math.min(run.length, maxWidth);
  const full = run.length - width;
  if (within < full * width) {
    const start = run.start + Math.floor(within / width);
    return { start, end: start + 1 + (within % width) };
  }
  // The last words start fewer and fewer spans: width, …, 2, 1. Counted from the back these rows are a triangle.
  const back = full * width + (width * (width + 1)) / 2 - 1 - within;
  const row = triangleRow(back);
  const start = run.start + run.length - 1 - row;
  return { start, end: start + 1 + row - (back - (row * (row + 1)) / 2) };
}

/** The largest `row` with row·(row + 1)/2 ≤ index. */
function triangleRow(index: number): number {
  let row = Math.floor((Math.sqrt(8 * index + 1) - 1) / 2);
  // The root is rounded, so it may be one off for large numbers.
  while ((row * (row + 1)) / 2 > index) row--;
  while (((row + 1) * (row + 2)) / 2 <= index) row++;
  return row;
}
