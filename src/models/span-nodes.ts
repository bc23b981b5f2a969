import { indexTensor } from "../encoders/index-tensor.ts";
import { type Dim, gather, input, type Node, sub, type Tensors } from "../graph/index.ts";

/** A list of spans inside a graph, by the rows of their words on the packed axis. */
export interface SpanNodes {
  /** How many there are. */
  readonly count: Dim;
  /** `[spans]` int64: words − 1 of each. */
  readonly extents: Node;
  /** For each span the row of its first word: `["words", n]` to `[spans, n]`. */
  atStart(rows: Node): Node;
  /** For each span the row of its last word. */
  atEnd(rows: Node): Node;
}

/** Spans that are fed, as inputs `NAME.starts` and `NAME.ends`; `name` is also the name of their number. */
export function spanNodes(name = "spans"): SpanNodes {
  const starts = input(`${name}.starts`, [name], "int64");
  const ends = input(`${name}.ends`, [name], "int64");
  return {
    count: name,
    extents: sub(ends, starts),
    atStart: (rows) => gather(rows, starts),
    atEnd: (rows) => gather(rows, ends),
  };
}

/** Spans by first and last row (inclusive), as a `SpanIndex` has them. */
export interface SpanRows {
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

/** Numbers for `spanNodes`. */
export function feedSpans({ starts, ends }: SpanRows, name = "spans"): Tensors {
  return { [`${name}.starts`]: indexTensor(starts), [`${name}.ends`]: indexTensor(ends) };
}
