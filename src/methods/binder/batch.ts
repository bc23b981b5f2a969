import type { Span } from "../../data/index.ts";
import { zip } from "../../entries.ts";
import type { Node, Tensor, Tensors } from "../../graph/index.ts";
import { cast, greater, indexTensor, input, reduceMax } from "../../graph/index.ts";
import type { BinderAnnotations, BinderRows } from "../../losses/index.ts";
import type { SpanRows } from "../../models/index.ts";
import { type BinderObjectiveName, binderObjectives, gridRows, type SpanGrid } from "../../models/index.ts";
import type { LabelledSpans } from "../span/corpus.ts";

/** What the loss of a bi-encoder reads beside its scores. */
interface BinderBatchNodes {
  /** `[maxWidth, rows]` bool: spans that are trained whatever is drawn in the graph. */
  readonly chosen: Node;
  readonly annotations: BinderAnnotations;
  /** `[annotations, 3]` for each objective. */
  readonly gold: Readonly<Record<BinderObjectiveName, Node>>;
  readonly rows: BinderRows;
  /** `[sentences, types]` */
  readonly known: Node | undefined;
}

/** Which types something is known about is only asked where it is not all of them everywhere. */
export function binderBatchNodes(
  grid: SpanGrid,
  { maxWidth, types, hasUnknown }: { maxWidth: number; types: number; hasUnknown: boolean },
): BinderBatchNodes {
  const goldOf = (objective: BinderObjectiveName) =>
    input(`batch.gold.${objective}`, ["annotations", 3], "int64");
  return {
    chosen: input("batch.chosen", [maxWidth, grid.rows], "bool"),
    annotations: {
      places: input("batch.places", ["annotations", 2], "int64"),
      weights: input("batch.weights", ["annotations"]),
    },
    gold: { start: goldOf("start"), end: goldOf("end"), span: goldOf("span") },
    rows: {
      members: input("batch.members", ["sentences", "longest_sentence"], "int64"),
      present: input("batch.present", ["sentences", "longest_sentence"], "bool"),
      back: input("batch.back", [grid.rows], "int64"),
    },
    known: hasUnknown ? input("batch.known", ["sentences", types]) : undefined,
  };
}

/**
 * What may stand in the denominators of each objective, where `spans` (`[maxWidth, rows]` bool) may in those of spans: their first
 * words and their last words. With all spans these are all words.
 */
export function objectiveMasks(grid: SpanGrid, spans: Node): Readonly<Record<BinderObjectiveName, Node>> {
  const cells = cast(spans, "float32");
  const any = (x: Node) => greater(reduceMax(x, 0, { keep: true }), 0);
  return { start: any(cells), end: any(grid.movedBack(cells)), span: spans };
}

/** The negatives of a sentence. `"all"` needs no list of them, which would be kept for the whole corpus. */
export type BinderNegatives = SpanRows | readonly Span[] | "all";

/** One sentence of a batch. */
interface BinderSentence {
  readonly words: number;
  /** Classes count from 1. */
  readonly positives: LabelledSpans;
  /** Negatives by first and last word, or as spans; or all spans there are. */
  readonly negatives: BinderNegatives;
  /** `[classes]`; undefined where all are known. */
  readonly known?: Uint8Array | undefined;
}

/** Numbers for `binderBatchNodes`. */
export function feedBinderBatch(
  sentences: readonly BinderSentence[],
  { maxWidth, types }: { readonly maxWidth: number; readonly types: number },
): Tensors {
  const total = sentences.reduce((sum, { words }) => sum + words, 0);
  const rows = gridRows(total, maxWidth);
  const longest = sentences.reduce((most, { words }) => Math.max(most, words), 1);
  const chosen = new Uint8Array(maxWidth * rows);
  const members = new Int32Array(sentences.length * longest).fill(-1);
  const back = new Int32Array(rows).fill(-1);
  const known = new Float32Array(sentences.length * types).fill(1);
  const places: number[] = [];
  const gold: Record<BinderObjectiveName, number[]> = { start: [], end: [], span: [] };
  let first = 0;
  sentences.forEach(({ words, positives, negatives, known: mask }, s) => {
    const choose = (start: number, last: number) => {
      chosen[(last - start) * rows + first + start] = 1;
    };
    for (let i = 0; i < words; i++) {
      members[s * longest + i] = first + i;
      back[first + i] = s * longest + i;
    }
    if (negatives === "all") {
      for (let d = 0; d < Math.min(maxWidth, words); d++) {
        chosen.fill(1, d * rows + first, d * rows + first + words - d);
      }
    } else if (isRows(negatives)) {
      for (const [start, last] of zip(negatives.starts, negatives.ends)) choose(start, last);
    } else {
      for (const { start, end } of negatives) choose(start, end - 1);
    }
    for (const [start, last, ofType] of zip(positives.starts, positives.ends, positives.classes)) {
      const type = ofType - 1;
      choose(start, last);
      places.push(s, type);
      gold.start.push(0, first + start, type);
      gold.end.push(0, first + last, type);
      gold.span.push(last - start, first + start, type);
    }
    if (mask !== undefined) known.set(mask.subarray(1, types + 1), s * types);
    first += words;
  });
  const found = places.length / 2;
  // A list must not be empty: without annotations, one that does not count stands in.
  const count = Math.max(1, found);
  const listed = (values: number[], width: number): Tensor =>
    indexTensor(found === 0 ? new Int32Array(width) : values, [count, width]);
  return {
    "batch.chosen": { data: chosen, shape: [maxWidth, rows] },
    "batch.members": indexTensor(members, [sentences.length, longest]),
    "batch.present": {
      data: Uint8Array.from(members, (row) => (row < 0 ? 0 : 1)),
      shape: [sentences.length, longest],
    },
    "batch.back": indexTensor(back),
    "batch.known": { data: known, shape: [sentences.length, types] },
    "batch.places": listed(places, 2),
    "batch.weights": { data: new Float32Array(count).fill(found === 0 ? 0 : 1), shape: [count] },
    ...Object.fromEntries(
      binderObjectives.map((objective) => [`batch.gold.${objective}`, listed(gold[objective], 3)]),
    ),
  };
}

function isRows(negatives: SpanRows | readonly Span[]): negatives is SpanRows {
  return "starts" in negatives;
}
