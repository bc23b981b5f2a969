import type { Span } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import type { LabelSet } from "../label-set.ts";
import type { MarginalOptions, ScoredEntity } from "../model.ts";
import type { SpanIndex } from "./span-index.ts";
/** What a model says nothing about unless it is asked for less. */
export const MARGINAL_FLOOR = 0.01;

/**
 * Every label of every span that has some probability, none chosen over another: what `decodeSpans` chooses from.
 *
 * A probability is divided by the sum of its row in double precision. So spans that single precision rounds to 1 can
 * still be told apart by what is left for the other classes.
 *
 * @param values `[index.count, labels.classes]`, row by row; class 0 is "no entity"
 * @param isLog whether these are logarithms, such as those of a mix that was made of logarithms
 */
export function spanMarginals(
  values: Float32Array,
  index: SpanIndex,
  labels: LabelSet,
  { floor = MARGINAL_FLOOR, isLog = false }: MarginalOptions & { readonly isLog?: boolean } = {},
): ScoredEntity[][] {
  const { classes } = labels;
  if (values.length !== index.count * classes) {
    throw new Error(`${values.length} numbers are not ${index.count} spans × ${classes} classes`);
  }
  const row = new Float64Array(classes);
  return index.lengths.map((_, sentence) => {
    const first = entryAt(index.wordOffsets, sentence);
    const to = entryAt(index.spanOffsets, sentence + 1);
    const found: ScoredEntity[] = [];
    for (let at = entryAt(index.spanOffsets, sentence); at < to; at++) {
      const sum = weigh(values, at * classes, row, isLog);
      for (let k = 1; k < classes; k++) {
        const score = row[k]! / sum;
        if (!(score >= floor)) continue;
        const start = index.starts[at]! - first;
        found.push({ start, end: index.ends[at]! - first + 1, label: labels.labelOf(k), score });
      }
    }
    return found;
  });
}

/** The vectors of some spans of each sentence, one row for each; zeros for those wider than the index goes. */
export function vectorsOfSpans(
  vectors: Float32Array,
  index: SpanIndex,
  spans: readonly (readonly Span[])[],
): Float32Array[] {
  const width = index.count === 0 ? 0 : vectors.length / index.count;
  return spans.map((own, sentence) => {
    const rows = new Float32Array(own.length * width);
    own.forEach(({ start, end }, i) => {
      const at = index.positionOf(sentence, start, end);
      if (at >= 0) rows.set(vectors.subarray(at * width, (at + 1) * width), i * width);
    });
    return rows;
  });
}

/** Copies a row as weights that are not negative, and gives their sum. */
function weigh(values: Float32Array, first: number, row: Float64Array, isLog: boolean): number {
  let top = 0;
  if (isLog) {
    top = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < row.length; k++) top = Math.max(top, values[first + k]!);
  }
  let sum = 0;
  for (let k = 0; k < row.length; k++) {
    const value = values[first + k]!;
    row[k] = isLog ? Math.exp(value - top) : value;
    sum += row[k]!;
  }
  return sum;
}
