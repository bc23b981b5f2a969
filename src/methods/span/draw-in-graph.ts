import type { Node, Tensors } from "../../graph/index.ts";
import {
  add,
  concat,
  constant,
  div,
  gather,
  gatherND,
  indexTensor,
  input,
  log,
  max,
  mul,
  neg,
  pow,
  reduceMax,
  reduceSum,
  slice,
  squeeze,
  stopGradient,
  sub,
  topK,
  unsqueeze,
  where,
} from "../../graph/index.ts";
import type { SpanNodes, SpanRows } from "../../models/index.ts";
import type { Random } from "../../random.ts";
import { samplingTemperature } from "../../samplers/index.ts";
import type { StepContext } from "../learner.ts";
import type { SamplerOptions } from "./sampler-options.ts";

type Weighted = Extract<SamplerOptions, { readonly kind: "weighted" }>;

/** Lower than any key of a candidate. */
const NEVER = -1e30;

/** Keeps a logarithm finite. */
const TINY = 1e-30;

/** The spans to train, chosen inside the graph. */
interface DrawnInGraph {
  readonly spans: SpanNodes;
  /** `["spans"]` int64: where in the pool each one is. */
  readonly places: Node;
}

/** All spans of a batch that may be trained: by sentence its candidates, then its labelled entities. */
interface Pool extends SpanRows {
  /** How many candidates each sentence has, how many of them are to be drawn, and how many entities are labelled. */
  readonly sentences: readonly {
    readonly isPartial: boolean;
    readonly candidates: number;
    readonly draws: number;
    readonly entities: number;
  }[];
}

interface PoolNodes extends SpanNodes {
  /** `["pool"]`: the first word of each span, and its last. */
  readonly starts: Node;
  readonly ends: Node;
}

/** `[pool]`: the spans that may be drawn, as nodes to score them with. */
export function poolNodes(): PoolNodes {
  const starts = input("pool.starts", ["pool"], "int64");
  const ends = input("pool.ends", ["pool"], "int64");
  return {
    count: "pool",
    extents: sub(ends, starts),
    atStart: (rows) => gather(rows, starts),
    atEnd: (rows) => gather(rows, ends),
    inputs: [starts, ends],
    starts,
    ends,
  };
}

/**
 * Weighted negatives within the training graph itself: the Gumbel-top-k of samplers/weighted-negatives.ts over the
 * scores of the very pass that is trained, so that the encoder runs once. The word vectors are those of training,
 * with the encoder's dropout; the span head scores without. [WNS, Eq. 16]
 *
 * @param probabilities `["pool", classes]`
 * @param mostDraws the most that is drawn in any sentence
 */
export function drawInGraph(
  probabilities: Node,
  pool: PoolNodes,
  { shape, power, epsilon }: Pick<Weighted, "shape" | "power" | "epsilon">,
  mostDraws: number,
): DrawnInGraph {
  const z = stopGradient(probabilities);
  // One row per sentence, filled up with a place that is never drawn.
  const table = input("pool.table", ["pool_sentences", "pool_widest"], "int64");
  const logits = logitsOf(z, { shape, power, epsilon }, () => {
    const partial = input("pool.partial", ["pool"]);
    const expected = reduceSum(mul(partial, sub(1, squeeze(slice(z, 1, 0, 1), 1))));
    return { partial, hardness: hardnessOf(expected, input("pool.labelled", [])) };
  });
  const keys = add(logits, input("pool.noise", ["pool"]));
  const padded = gather(concat([keys, constant(Float32Array.of(NEVER), [1])], 0), table);
  const best = topK(padded, mostDraws).indices;
  const which = input("spans.which", ["spans", 2], "int64");
  const column = unsqueeze(gatherND(best, which), 1);
  const drawn = gatherND(table, concat([slice(which, 1, 0, 1), column], 1));
  const places = where(
    input("spans.labelled", ["spans"], "bool"),
    input("spans.places", ["spans"], "int64"),
    drawn,
  );
  const [starts, ends] = [gather(pool.starts, places), gather(pool.ends, places)];
  const spans: SpanNodes = {
    count: "spans",
    extents: sub(ends, starts),
    atStart: (rows) => gather(rows, starts),
    atEnd: (rows) => gather(rows, ends),
    inputs: [],
  };
  return { spans, places };
}

/** What `"balanced"` knows of the labels, beside the model's scores. */
interface LabelNodes {
  /** 1 for spans of partial sentences, 0 for those of complete ones. */
  readonly partial: Node;
  /** A scalar, see `hardnessOf`. */
  readonly hardness: Node;
}

/**
 * As `hardness` of the samplers, in the graph.
 *
 * @param expected the sum of 1 − z_O over the candidates of partial sentences
 * @param labelled how many entities they have
 */
export function hardnessOf(expected: Node, labelled: Node): Node {
  const bearable = mul(labelled, 2);
  return div(bearable, max(max(expected, bearable), TINY));
}

/**
 * As `samplingLogits` has them, in the graph: `["pool"]`. Some shapes read the input `pool.temperature`.
 *
 * @param labels asked for by shapes that look at it
 */
export function logitsOf(
  z: Node,
  { shape, power, epsilon }: Pick<Weighted, "shape" | "power" | "epsilon">,
  labels: () => LabelNodes,
): Node {
  const other = squeeze(slice(z, 1, 0, 1), 1);
  const trusted = max(add(1, sub(other, reduceMax(z, 1))), TINY);
  if (shape === "safe") return mul(log(trusted), power);
  const sure = mul(log(max(other, TINY)), power);
  if (shape === "sure") return sure;
  const uncertain = neg(reduceSum(mul(z, log(max(z, TINY))), 1));
  if (shape === "cautious") return add(sure, log(add(uncertain, epsilon)));
  if (shape === "balanced") {
    // In a complete sentence nothing that looks hard is a missed entity.
    const { partial, hardness } = labels();
    const preference = add(mul(partial, hardness), sub(1, partial));
    return add(sure, mul(preference, log(add(uncertain, epsilon))));
  }
  const score = mul(uncertain, pow(trusted, power));
  const temperature = input("pool.temperature", []);
  return div(shape === "softmax" ? score : log(add(score, epsilon)), temperature);
}

/** Numbers for `drawInGraph`. The order of "spans" is: by sentence its labelled entities, then what is drawn. */
export function feedDraws(
  { starts, ends, sentences }: Pool,
  mostDraws: number,
  { epoch, epochs, random }: StepContext,
): Tensors {
  const count = starts.length;
  const widest = Math.max(mostDraws, ...sentences.map(({ candidates }) => candidates));
  const table = new Int32Array(sentences.length * widest).fill(count);
  const [places, labelled, which]: [number[], number[], number[]] = [[], [], []];
  const partial = new Float32Array(count);
  let [first, partialEntities] = [0, 0];
  sentences.forEach(({ isPartial, candidates, draws, entities }, sentence) => {
    if (isPartial) {
      // Labelled entities are in the pool as well, and are none of the candidates.
      partial.fill(1, first, first + candidates);
      partialEntities += entities;
    }
    for (let i = 0; i < candidates; i++) table[sentence * widest + i] = first + i;
    for (let i = 0; i < entities; i++) {
      places.push(first + candidates + i);
      labelled.push(1);
      which.push(sentence, 0);
    }
    for (let rank = 0; rank < draws; rank++) {
      places.push(0);
      labelled.push(0);
      which.push(sentence, rank);
    }
    first += candidates + entities;
  });
  return {
    "pool.starts": indexTensor(starts),
    "pool.ends": indexTensor(ends),
    "pool.noise": { data: gumbelNoise(count, random), shape: [count] },
    "pool.partial": { data: partial, shape: [count] },
    "pool.labelled": { data: Float32Array.of(partialEntities), shape: [] },
    "pool.temperature": { data: Float32Array.of(samplingTemperature(epoch, epochs)), shape: [] },
    "pool.table": indexTensor(table, [sentences.length, widest]),
    "spans.which": indexTensor(which, [places.length, 2]),
    "spans.labelled": { data: Uint8Array.from(labelled), shape: [places.length] },
    "spans.places": indexTensor(places),
  };
}

/** Numbers to add to the logits of what is drawn. */
export function gumbelNoise(count: number, random: Random): Float32Array {
  const noise = new Float32Array(count);
  for (let i = 0; i < count; i++) noise[i] = -Math.log(-Math.log(1 - random.uniform()));
  return noise;
}
