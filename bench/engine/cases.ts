import type { Node, ParameterStore, StoredTensor, Tensors } from "../../src/graph/index.ts";
import { Random } from "../../src/random.ts";
import { bilstmLoss } from "./bilstm.ts";
import { sentenceLength } from "./sentence-lengths.ts";
import { transformerLoss } from "./transformer.ts";

/** One batch: what we feed, and the same numbers as the peer reads them. */
export interface Batch {
  readonly words: number;
  readonly feeds: Tensors;
  readonly stored: ReadonlyMap<string, StoredTensor>;
}

/** One comparison with PyTorch. */
export interface Case {
  readonly title: string;
  /** The least ratio of their time to ours that we want. */
  readonly aim: number;
  /** What the peer builds: `kind` and the arguments of its class. */
  readonly model: Readonly<Record<string, string | number>>;
  readonly loss: (store: ParameterStore) => Node;
  readonly batches: readonly Batch[];
}

const LABELS = 9;
const small = { layers: 6, dim: 384, heads: 12, inner: 1536, labels: LABELS, vocabulary: 0 } as const;
const large = { layers: 12, dim: 768, heads: 12, inner: 3072, labels: LABELS, vocabulary: 0 } as const;
const rectangle = { kind: "rectangle", batch: 16, words: 32 } as const;
const reader = { dim: 300, hidden: 200, labels: LABELS } as const;

/** All cases by the letter they have in the issue; made when asked for, so that memory is held only for one. */
export const cases: Readonly<Record<string, () => Case>> = {
  a: () => ({
    title: "6 layers × 384, batch 16 × 32",
    aim: 1,
    model: { kind: "transformer", ...small },
    loss: (store) => transformerLoss(store, small, rectangle),
    batches: [rectangularBatch(small.dim, 0)],
  }),
  words: () => ({
    title: "the same with a table of 30,000 words",
    aim: 1,
    model: { kind: "transformer", ...small, vocabulary: 30_000 },
    loss: (store) => transformerLoss(store, { ...small, vocabulary: 30_000 }, rectangle),
    batches: Array.from({ length: 8 }, (_, seed) => rectangularBatch(small.dim, 30_000, seed)),
  }),
  b: () => ({
    title: "12 layers × 768, batch 16 × 32",
    aim: 1,
    model: { kind: "transformer", ...large },
    loss: (store) => transformerLoss(store, large, rectangle),
    batches: [rectangularBatch(large.dim, 0)],
  }),
  c: () => ({
    title: "BiLSTM 200, batch 16 × 32",
    aim: 1,
    model: { kind: "bilstm", ...reader },
    loss: (store) => bilstmLoss(store, { ...reader, batch: 16, words: 32 }),
    batches: [readerBatch()],
  }),
  d: () => ({
    title: "6 layers × 384, 32 sentences as long as in CoNLL-03, packed against padded",
    aim: 1.4,
    model: { kind: "transformer", ...small },
    loss: (store) => transformerLoss(store, small, { kind: "packed" }),
    batches: Array.from({ length: 8 }, (_, seed) => packedBatch(small.dim, 32, seed)),
  }),
};

function rectangularBatch(dim: number, vocabulary: number, seed = 0): Batch {
  const { batch, words } = rectangle;
  const random = new Random(seed).fork("batch");
  const rows = batch * words;
  const labels = drawWhole(random, rows, LABELS);
  if (vocabulary > 0) {
    const ids = drawWhole(random, rows, vocabulary);
    return {
      words: rows,
      feeds: { ids: { data: ids, shape: [rows] }, labels: { data: labels, shape: [rows] } },
      stored: new Map<string, StoredTensor>([
        ["ids", { dtype: "I64", shape: [batch, words], data: ids }],
        ["labels", { dtype: "I64", shape: [batch, words], data: labels }],
      ]),
    };
  }
  const x = drawNormal(random, rows * dim);
  return {
    words: rows,
    feeds: { x: { data: x, shape: [rows, dim] }, labels: { data: labels, shape: [rows] } },
    stored: new Map<string, StoredTensor>([
      ["x", { dtype: "F32", shape: [batch, words, dim], data: x }],
      ["labels", { dtype: "I64", shape: [batch, words], data: labels }],
    ]),
  };
}

function readerBatch(): Batch {
  const { batch, words } = rectangle;
  const random = new Random(0).fork("batch");
  const x = drawNormal(random, words * batch * reader.dim);
  const labels = drawWhole(random, words * batch, LABELS);
  const shape = [words, batch, reader.dim];
  return {
    words: batch * words,
    feeds: { x: { data: x, shape }, labels: { data: labels, shape: [words * batch] } },
    stored: new Map<string, StoredTensor>([
      ["x", { dtype: "F32", shape, data: x }],
      ["labels", { dtype: "I64", shape: [words, batch], data: labels }],
    ]),
  };
}

/** Sentences one after another, with the places attention lays them out at. */
function packedBatch(dim: number, sentences: number, seed: number): Batch {
  const random = new Random(seed).fork("packed");
  const lengths = Array.from({ length: sentences }, () => sentenceLength(random));
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const longest = Math.max(...lengths);
  const x = drawNormal(random, tokens * dim);
  const labels = drawWhole(random, tokens, LABELS);
  const places = new BigInt64Array(sentences * longest).fill(-1n); // padding
  const bias = new Float32Array(sentences * longest).fill(-1e9);
  const back = new BigInt64Array(tokens);
  let token = 0;
  lengths.forEach((length, sentence) => {
    for (let i = 0; i < length; i++, token++) {
      const place = sentence * longest + i;
      places[place] = BigInt(token);
      bias[place] = 0;
      back[token] = BigInt(place);
    }
  });
  return {
    words: tokens,
    feeds: {
      x: { data: x, shape: [tokens, dim] },
      labels: { data: labels, shape: [tokens] },
      places: { data: places, shape: [sentences, longest] },
      bias: { data: bias, shape: [sentences, 1, 1, longest] },
      back: { data: back, shape: [tokens] },
    },
    stored: new Map<string, StoredTensor>([
      ["x", { dtype: "F32", shape: [tokens, dim], data: x }],
      ["labels", { dtype: "I64", shape: [tokens], data: labels }],
      ["lengths", { dtype: "I64", shape: [sentences], data: BigInt64Array.from(lengths, BigInt) }],
    ]),
  };
}

function drawNormal(random: Random, count: number): Float32Array {
  return Float32Array.from({ length: count }, () => random.normal());
}

function drawWhole(random: Random, count: number, limit: number): BigInt64Array {
  return BigInt64Array.from({ length: count }, () => BigInt(random.below(limit)));
}
