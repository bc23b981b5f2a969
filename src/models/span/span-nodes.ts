import type { Dim, Node, Tensors } from "../../graph/index.ts";
import { gather, indexTensor, input, sub } from "../../graph/index.ts";
import { feedSharedRows, sharedRows } from "./shared-rows.ts";
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
  /** Everything that `feedSpans` feeds, to be named when compiling: not every head reads all of it. */
  readonly inputs: readonly Node[];
}

/** What a list of spans is called, and what it is for. */
export interface SpanNodesOptions {
  /** The prefix of its inputs and the name of its number; default: `"spans"`. */
  readonly name?: string;
  /** For spans that a gradient comes back from: look-ups whose way back is fast (see shared-rows.ts). */
  readonly training?: boolean;
}

/** Spans that are fed, as inputs `NAME.starts`, `NAME.ends` and, for training, what the way back needs. */
export function spanNodes({ name = "spans", training = false }: SpanNodesOptions = {}): SpanNodes {
  const starts = input(`${name}.starts`, [name], "int64");
  const ends = input(`${name}.ends`, [name], "int64");
  const extents = sub(ends, starts);
  if (!training) {
    const atStart = (rows: Node) => gather(rows, starts);
    const atEnd = (rows: Node) => gather(rows, ends);
    return { count: name, extents, atStart, atEnd, inputs: [starts, ends] };
  }
  const first = sharedRows(`${name}.starts`, { count: name, times: `${name}_per_start` });
  const last = sharedRows(`${name}.ends`, { count: name, times: `${name}_per_end` });
  const inputs = [starts, ends, ...first.inputs, ...last.inputs];
  return { count: name, extents, atStart: first.take, atEnd: last.take, inputs };
}

/** Spans by first and last row (inclusive), as a `SpanIndex` has them. */
export interface SpanRows {
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

/** Numbers for `spanNodes`; for spans to train, `words` is how many words the batch has. */
export function feedSpans(
  { starts, ends }: SpanRows,
  { name = "spans", words }: { readonly name?: string; readonly words?: number } = {},
): Tensors {
  const plain = { [`${name}.starts`]: indexTensor(starts), [`${name}.ends`]: indexTensor(ends) };
  if (words === undefined) return plain;
  return {
    ...plain,
    ...feedSharedRows(`${name}.starts`, starts, words),
    ...feedSharedRows(`${name}.ends`, ends, words),
  };
}
