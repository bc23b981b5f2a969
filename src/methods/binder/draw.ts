import type { Span } from "../../data/index.ts";
import type { Node, Tensor, Tensors } from "../../graph/index.ts";
import {
  add,
  and,
  concat,
  constant,
  dimsOf,
  gather,
  gatherND,
  indexTensor,
  input,
  less,
  mul,
  not,
  reduceSum,
  reshape,
  sizeAt,
  slice,
  softmax,
  squeeze,
  stopGradient,
  sub,
  topK,
  unsqueeze,
  where,
  zeros,
} from "../../graph/index.ts";
import type { BinderScores, SpanRows } from "../../models/index.ts";
import { gridRows, type SpanGrid } from "../../models/index.ts";
import { samplingTemperature } from "../../samplers/index.ts";
import type { StepContext } from "../learner.ts";
import { gumbelNoise, hardnessOf, logitsOf } from "../span/draw-in-graph.ts";
import type { SamplerOptions } from "../span/sampler-options.ts";

type Weighted = Extract<SamplerOptions, { readonly kind: "weighted" }>;

/** Lower than any key of a candidate, and higher than any. */
const [NEVER, NOBODY] = [-1e30, 1e30];

/**
 * What a model of similarities thinks of spans, as a span model would say it: the softmax of 0 for "no entity" and of
 * each type's distance from its threshold, so that O wins where all are below.
 *
 * @param scores `[maxWidth, rows, types]`
 * @param thresholds `[rows, types]`
 * @returns `[maxWidth, rows, types + 1]`
 */
function spanBeliefs(scores: Node, thresholds: Node): Node {
  const margins = sub(scores, unsqueeze(thresholds, 0));
  const [lines, rows] = dimsOf(margins, 3);
  return softmax(concat([zeros([lines, rows, 1]), margins], 2), 2);
}

/**
 * Weighted negatives within the training graph: as `drawInGraph`, but what was drawn comes as a mask over all spans. A
 * span is drawn when its key is among the highest of its sentence.
 *
 * @returns `[maxWidth, rows]` bool
 */
export function drawnSpans(
  grid: SpanGrid,
  { scores, sentences }: BinderScores,
  sampler: Pick<Weighted, "shape" | "power" | "epsilon">,
  mostDraws: number,
): Node {
  const [lines, rows] = dimsOf(scores, 3);
  const types = sizeAt(scores.shape, 2);
  const owner = input("draw.owner", [grid.rows], "int64");
  const beliefs = spanBeliefs(stopGradient(scores), gather(stopGradient(sentences), owner));
  const logits = logitsOf(reshape(beliefs, [-1, types + 1]), sampler, () => {
    const partial = input("draw.partial", [lines, grid.rows]);
    const doubts = sub(1, squeeze(slice(beliefs, 2, 0, 1), 2));
    return {
      partial: reshape(partial, [-1]),
      hardness: hardnessOf(reduceSum(mul(partial, doubts)), input("pool.labelled", [])),
    };
  });
  const pool = input("draw.pool", [lines, grid.rows], "bool");
  const keys = where(
    pool,
    add(reshape(logits, [lines, rows]), input("draw.noise", [lines, grid.rows])),
    NEVER,
  );
  const table = input("draw.table", ["sentences", "draw_widest"], "int64");
  const flat = concat([reshape(keys, [-1]), constant(Float32Array.of(NEVER), [1])], 0);
  const best = topK(gather(flat, table), mostDraws).values;
  const lowest = gatherND(best, input("draw.which", ["sentences", 2], "int64"));
  const limits = add(lowest, mul(input("draw.nothing", ["sentences"]), NOBODY));
  return and(pool, not(less(keys, unsqueeze(gather(limits, owner), 0))));
}

/** One sentence to draw for: its candidates, none where nothing is to be drawn. */
interface DrawnSentence {
  readonly words: number;
  readonly isPartial: boolean;
  /** How many entities are labelled. */
  readonly entities: number;
  readonly candidates: SpanRows;
  readonly draws: number;
}

/** Numbers for `drawnSpans`. */
export function feedDrawnSpans(
  sentences: readonly DrawnSentence[],
  maxWidth: number,
  mostDraws: number,
  { epoch, epochs, random }: Pick<StepContext, "epoch" | "epochs" | "random">,
): Tensors {
  const total = sentences.reduce((sum, { words }) => sum + words, 0);
  const rows = gridRows(total, maxWidth);
  const cells = maxWidth * rows;
  const widest = sentences.reduce(
    (most, { candidates }) => Math.max(most, candidates.starts.length),
    mostDraws,
  );
  const pool = new Uint8Array(cells);
  const partial = new Float32Array(cells);
  const owner = new Int32Array(rows);
  const table = new Int32Array(sentences.length * widest).fill(cells);
  let first = 0;
  sentences.forEach(({ words, isPartial, candidates: { starts, ends }, draws }, s) => {
    owner.fill(s, first, first + words);
    for (let i = 0; draws > 0 && i < starts.length; i++) {
      const start = starts[i]!;
      const cell = (ends[i]! - start) * rows + first + start;
      pool[cell] = 1;
      if (isPartial) partial[cell] = 1;
      table[s * widest + i] = cell;
    }
    first += words;
  });
  const column = (of: (sentence: DrawnSentence) => number): Tensor => ({
    data: Float32Array.from(sentences, of),
    shape: [sentences.length],
  });
  return {
    "draw.owner": indexTensor(owner),
    "draw.pool": { data: pool, shape: [maxWidth, rows] },
    "draw.partial": { data: partial, shape: [maxWidth, rows] },
    "pool.labelled": {
      data: Float32Array.of(
        sentences.reduce((sum, { isPartial, entities }) => (isPartial ? sum + entities : sum), 0),
      ),
      shape: [],
    },
    "draw.noise": { data: gumbelNoise(cells, random), shape: [maxWidth, rows] },
    "draw.table": indexTensor(table, [sentences.length, widest]),
    "draw.which": indexTensor(
      sentences.flatMap(({ draws }, s) => [s, Math.max(0, draws - 1)]),
      [sentences.length, 2],
    ),
    "draw.nothing": column(({ draws }) => (draws === 0 ? 1 : 0)),
    "pool.temperature": { data: Float32Array.of(samplingTemperature(epoch, epochs)), shape: [] },
  };
}

/** The spans of each sentence that a mask `[maxWidth, rows]` holds. */
export function spansOfMask(mask: ArrayLike<number>, lengths: readonly number[], maxWidth: number): Span[][] {
  const rows = mask.length / maxWidth;
  let first = 0;
  return lengths.map((words) => {
    const found: Span[] = [];
    for (let start = 0; start < words; start++) {
      for (let d = 0; d < maxWidth && start + d < words; d++) {
        if (mask[d * rows + first + start]! > 0) found.push({ start, end: start + d + 1 });
      }
    }
    first += words;
    return found;
  });
}
