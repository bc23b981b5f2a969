import {
  float32ToHalf,
  floatsOf,
  halfToFloat32,
  input,
  type Node,
  type ParameterStore,
  Session,
  type SessionOptions,
  type Tensor,
} from "../../graph/index.ts";
import type { Encoder } from "../encoder.ts";
import type { PreparedPieces } from "./prepared-pieces.ts";
import type { TransformerEncoder } from "./transformer-encoder.ts";

export interface FrozenCacheOptions extends Pick<SessionOptions, "threads" | "runtime"> {
  /** Storage format: `float16` halves the memory and rounds to three digits. */
  readonly storage?: "float32" | "float16";
  /** Most pieces computed at once. */
  readonly batchPieces?: number;
}

/** An encoder that reads the output of its frozen layers from a cache of sentences. */
interface FrozenCache extends Encoder<PreparedPieces> {
  /** Computes and caches the frozen layers' output for sentences; cached ones cost nothing. */
  add(sentences: readonly PreparedPieces[]): Promise<void>;
  /** Bytes of all cached vectors. */
  readonly bytes: number;
  /** Frees the session; the cache stays usable. */
  dispose(): Promise<void>;
}

type Kept = Readonly<Record<string, Float32Array | Uint16Array>>;

/**
 * Caches the frozen part of a transformer: with k of n layers frozen, an epoch costs n − k layers, and with
 * all frozen none.
 *
 *     const cache = await frozenCache(encoder, parameters);
 *     const sentences = texts.map((words) => cache.prepare(words));
 *     await cache.add(sentences);            // once per corpus
 *     const output = cache.build(context);   // as any encoder from here on
 *
 * Takes the weights from `parameters` as they are now. What is kept is dropped with the prepared sentence.
 */
export async function frozenCache(
  encoder: TransformerEncoder,
  parameters: ParameterStore,
  { storage = "float32", batchPieces = 4096, ...session }: FrozenCacheOptions = {},
): Promise<FrozenCache> {
  const { frozenPart, trainedPart } = encoder;
  if (frozenPart === undefined)
    throw new Error("nothing of this transformer is frozen: there is nothing to cache");
  const hidden = encoder.config.sizes.hidden;
  const outputs = frozenPart.build({ parameters, training: false });
  const baked: Record<string, Tensor> = {};
  for (const { name, values, shape } of parameters) {
    if (name.startsWith("encoder.")) baked[name] = { data: values, shape };
  }
  const lower = await Session.compile({ outputs, baked, ...session });
  const kept = new WeakMap<PreparedPieces, Kept>();
  let bytes = 0;

  const compute = async (batch: readonly PreparedPieces[]): Promise<void> => {
    const results = await lower.run(frozenPart.feed(batch));
    const done: Record<string, number> = {};
    for (const sentence of batch) {
      const own: Record<string, Float32Array | Uint16Array> = {};
      for (const name of Object.keys(outputs)) {
        const start = done[name] ?? 0;
        const end = start + rowsOf(sentence, name) * hidden;
        done[name] = end;
        const values = floatsOf(results, name).slice(start, end);
        own[name] = storage === "float16" ? float32ToHalf(values) : values;
        bytes += own[name].byteLength;
      }
      kept.set(sentence, own);
    }
  };

  return {
    dim: encoder.dim,
    config: encoder.config,
    frozen: encoder.frozen,
    files: () => encoder.files(),
    prepare: (words, options) => encoder.prepare(words, options),
    async add(sentences) {
      const missing = [...new Set(sentences)].filter((sentence) => !kept.has(sentence));
      // Like lengths together: the longest of a batch decides what attention costs.
      missing.sort((a, b) => a.cost - b.cost);
      for (const batch of batchesOf(missing, batchPieces)) await compute(batch);
    },
    get bytes() {
      return bytes;
    },
    build(context) {
      const below: Record<string, Node> = {};
      // The rows of each stand on the axis of its name.
      for (const name of Object.keys(outputs)) below[name] = input(inputName(name), [name, hidden]);
      return trainedPart.build(context, below);
    },
    feed(batch, random) {
      const feeds: Record<string, Tensor> = {};
      for (const name of Object.keys(outputs)) {
        const rows = batch.reduce((sum, sentence) => sum + rowsOf(sentence, name), 0);
        const data = new Float32Array(rows * hidden);
        let at = 0;
        for (const sentence of batch) {
          const own = kept.get(sentence)?.[name];
          if (own === undefined) throw new Error("a sentence is not in the cache: add it first");
          if (own instanceof Float32Array) data.set(own, at);
          else halfToFloat32(own, data.subarray(at, at + own.length));
          at += own.length;
        }
        feeds[inputName(name)] = { data, shape: [rows, hidden] };
      }
      return { ...feeds, ...trainedPart.feed(batch, random) };
    },
    dispose: () => lower.dispose(),
  };
}

function rowsOf(sentence: PreparedPieces, name: string): number {
  if (name === "pieces") return sentence.ids.length;
  return name === "words" ? sentence.words : 1;
}

function inputName(name: string): string {
  return `encoder.frozen.${name}`;
}

function* batchesOf(sentences: readonly PreparedPieces[], limit: number): Generator<PreparedPieces[]> {
  let batch: PreparedPieces[] = [];
  let pieces = 0;
  for (const sentence of sentences) {
    if (batch.length > 0 && pieces + sentence.cost > limit) {
      yield batch;
      [batch, pieces] = [[], 0];
    }
    batch.push(sentence);
    pieces += sentence.cost;
  }
  if (batch.length > 0) yield batch;
}
