import { createHash } from "node:crypto";
import {
  float32ToHalf,
  floatsOf,
  halfToFloat32,
  type ParameterStore,
  parameterLeaves,
  Session,
  type SessionOptions,
  type Tensor,
  type Tensors,
} from "../../graph/index.ts";
import type { Encoder, Prepared } from "../encoder.ts";
import { diskStates } from "./disk-states.ts";
import { type FrozenSource, stateInput } from "./frozen-states.ts";
import { memoryStates, type StateStore } from "./memory-states.ts";

/** The version of how states are computed and laid out: part of their keys. */
const FORMAT = 1;

/** Most rows that are computed at once. */
const ROWS = 4096;

/** The largest number that float16 has. */
const LARGEST_HALF = 65504;

export interface CachedEncoderOptions {
  /** The weights, as they are when states are first asked for. */
  readonly parameters: ParameterStore;
  readonly session?: Pick<SessionOptions, "threads" | "runtime">;
  /** How states are kept: `float16` takes half the room and rounds to three digits. */
  readonly storage?: "float16" | "float32";
  /** The folder of all states; null to keep them in memory. */
  readonly folder?: string | null;
  /** Bytes on disk, at most. */
  readonly limit?: number;
  readonly onProgress?: (progress: StatesProgress) => void;
  readonly onNotice?: (notice: string) => void;
}

/** How many sentences are done of those whose states have to be computed. */
export interface StatesProgress {
  readonly done: number;
  readonly all: number;
}

/** An encoder that reads its frozen states from a cache. */
interface CachedEncoder<P extends Prepared> extends Encoder<P> {
  readonly whole: Encoder<P>;
  ready(sentences: readonly P[]): Promise<void>;
  /** The weights that decide the states, by name: they never change. */
  weights(): string[];
  close(): Promise<void>;
}

/**
 * An encoder whose frozen states are computed once per sentence, kept in a cache, and read from it ever after:
 *
 *     const cached = cachedEncoder(encoder, { parameters, folder });
 *     await cached.ready(sentences);       // computes what is missing
 *     const output = cached.build(context);   // as any encoder from here on
 *
 * What is read is what was rounded for the cache, also in the run that computes it, and states do not depend on which
 * sentences are computed together: a run comes to the same bits whatever the cache holds.
 */
export function cachedEncoder<P extends Prepared>(
  encoder: Encoder<P>,
  options: CachedEncoderOptions,
): CachedEncoder<P> {
  const { states } = encoder;
  if (states === undefined) throw new Error("nothing of this encoder is frozen: there is nothing to cache");
  const caches = states.sources.map((source) => new SourceCache(source, options));
  const feedStates = (batch: readonly P[]): Tensors =>
    Object.assign({}, ...caches.map((own) => own.feed(batch)));
  const reading = (above: Encoder<P>): Encoder<P> => ({
    ...above,
    feed: (batch, random) => ({ ...above.feed(batch, random), ...feedStates(batch) }),
  });
  return {
    ...reading(states.above),
    ...(states.above.members && { members: states.above.members.map(reading) }),
    whole: encoder,
    async ready(sentences) {
      for (const own of caches) await own.ready(sentences);
    },
    weights: () => caches.flatMap((own) => own.weights()),
    async close() {
      for (const own of caches) await own.close();
    },
  };
}

/** The states of one source. */
class SourceCache<P extends object> {
  readonly #source: FrozenSource<P>;
  readonly #options: CachedEncoderOptions;
  readonly #storage: "float16" | "float32";
  readonly #keys = new WeakMap<P, string>();
  #opened: { readonly hash: string; readonly store: StateStore } | undefined;

  constructor(source: FrozenSource<P>, options: CachedEncoderOptions) {
    this.#source = source;
    this.#options = options;
    this.#storage = options.storage ?? "float16";
  }

  async ready(sentences: readonly P[]): Promise<void> {
    const { store } = this.#open();
    const missing = new Map<string, P>();
    for (const sentence of sentences) {
      const key = this.#keyOf(sentence);
      if (!missing.has(key) && !store.has(key)) missing.set(key, sentence);
    }
    if (missing.size > 0) await this.#compute([...missing.values()]);
  }

  feed(batch: readonly P[]): Tensors {
    const { store } = this.#open();
    const { outputs } = this.#source;
    const rows = Object.values(outputs).map((output) =>
      batch.reduce((sum, sentence) => sum + output.rows(sentence), 0),
    );
    const tables = Object.values(outputs).map(({ dim }, i) => new Float32Array(rows[i]! * dim));
    const ends = tables.map(() => 0);
    for (const sentence of batch) {
      const bytes = store.read(this.#keyOf(sentence));
      const isHalf = bytes[0] === 2;
      let at = bytes.byteOffset + 4;
      for (const [i, output] of Object.values(outputs).entries()) {
        const count = output.rows(sentence) * output.dim;
        const target = tables[i]!.subarray(ends[i]!, ends[i]! + count);
        if (isHalf) halfToFloat32(new Uint16Array(bytes.buffer, at, count), target);
        else target.set(new Float32Array(bytes.buffer, at, count));
        at += count * (isHalf ? 2 : 4);
        ends[i]! += count;
      }
    }
    return Object.fromEntries(
      Object.entries(outputs).map(([name, { dim }], i): [string, Tensor] => [
        stateInput(this.#source, name),
        { data: tables[i]!, shape: [rows[i]!, dim] },
      ]),
    );
  }

  weights(): string[] {
    const outputs = this.#source.build({ parameters: this.#options.parameters, training: false });
    return [...parameterLeaves(Object.values(outputs)).keys()];
  }

  async close(): Promise<void> {
    this.#opened?.store.close();
    this.#opened = undefined;
  }

  async #compute(sentences: readonly P[]): Promise<void> {
    const { store } = this.#open();
    const { onProgress } = this.#options;
    const { parameters, session } = this.#options;
    const outputs = this.#source.build({ parameters, training: false });
    const baked = weightsOf(parameters, Object.values(outputs));
    const compiled = await Session.compile({ ...session, outputs, baked });
    try {
      let done = 0;
      let looked = performance.now();
      for (const batch of inTurn(batchesOf(sentences, this.#source))) {
        onProgress?.({ done, all: sentences.length });
        if (performance.now() - looked > 1000) {
          store.refresh();
          looked = performance.now();
        }
        // Another process may have been here.
        const wanted = batch.filter((sentence) => !store.has(this.#keyOf(sentence)));
        if (wanted.length > 0) {
          const results = await compiled.run(this.#source.feed(wanted));
          const ends: Record<string, number> = {};
          for (const sentence of wanted) {
            const parts = Object.entries(this.#source.outputs).map(([name, output]) => {
              const start = ends[name] ?? 0;
              ends[name] = start + output.rows(sentence) * output.dim;
              return floatsOf(results, name).subarray(start, ends[name]);
            });
            store.write(this.#keyOf(sentence), packed(parts, this.#storage));
          }
        }
        done += batch.length;
      }
      onProgress?.({ done, all: sentences.length });
    } finally {
      await compiled.dispose();
    }
  }

  #open() {
    if (this.#opened !== undefined) return this.#opened;
    const { parameters, folder = null, limit = Infinity, onNotice = () => {} } = this.#options;
    const hash = hashOf(this.#source, parameters, this.#storage);
    const about = `${this.#source.about}, ${this.#storage}`;
    const store =
      folder === null
        ? memoryStates()
        : diskStates({ root: folder, name: hash.slice(0, 24), about, limit, onNotice });
    this.#opened = { hash, store };
    return this.#opened;
  }

  #keyOf(sentence: P): string {
    const known = this.#keys.get(sentence);
    if (known !== undefined) return known;
    const hash = createHash("sha256").update(this.#open().hash, "hex");
    for (const part of this.#source.content(sentence)) {
      hash.update(`${part.length}:`).update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    }
    const key = hash.digest("hex");
    this.#keys.set(sentence, key);
    return key;
  }
}

/** Over the weights, how they are used and how states are kept. */
function hashOf<P>(source: FrozenSource<P>, parameters: ParameterStore, storage: string): string {
  const dims = Object.entries(source.outputs).map(([name, { axis, dim }]) => [name, axis, dim]);
  const hash = createHash("sha256").update(JSON.stringify([FORMAT, storage, source.reads, dims]));
  const outputs = source.build({ parameters, training: false });
  for (const [name, { data, shape }] of Object.entries(
    weightsOf(parameters, Object.values(outputs)),
  ).sort()) {
    // The same encoder as a feature has the same states.
    hash.update(JSON.stringify([name.replace(`${source.name}.`, "encoder."), shape]));
    hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  return hash.digest("hex");
}

function weightsOf(
  parameters: ParameterStore,
  nodes: Parameters<typeof parameterLeaves>[0],
): Record<string, { readonly data: Float32Array; readonly shape: readonly number[] }> {
  return Object.fromEntries(
    [...parameterLeaves(nodes).keys()].map((name) => {
      const { values, shape } = parameters.get(name);
      return [name, { data: values, shape }];
    }),
  );
}

/** A mark and the numbers: 2 for float16, 4 for float32, also where a number is too large for float16. */
function packed(parts: readonly Float32Array[], storage: "float16" | "float32"): Uint8Array {
  const isHalf =
    storage === "float16" && parts.every((part) => part.every((value) => Math.abs(value) <= LARGEST_HALF));
  const count = parts.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(4 + count * (isHalf ? 2 : 4));
  bytes[0] = isHalf ? 2 : 4;
  let at = 4;
  for (const part of parts) {
    const own = isHalf ? float32ToHalf(part) : part;
    bytes.set(new Uint8Array(own.buffer, own.byteOffset, own.byteLength), at);
    at += own.byteLength;
  }
  return bytes;
}

/** Sentences of equal shape together, long ones first. */
function batchesOf<P>(sentences: readonly P[], source: FrozenSource<P>): P[][] {
  const byShape = new Map<string, P[]>();
  for (const sentence of sentences) {
    const shape = source.shape(sentence);
    const own = byShape.get(shape) ?? [];
    byShape.set(shape, own);
    own.push(sentence);
  }
  const groups = [...byShape.values()].sort((a, b) => source.cost(b[0]!) - source.cost(a[0]!));
  return groups.flatMap((group) => {
    const most = Math.max(1, Math.floor(ROWS / Math.max(1, source.cost(group[0]!))));
    return Array.from({ length: Math.ceil(group.length / most) }, (_, i) =>
      group.slice(i * most, (i + 1) * most),
    );
  });
}

/** Begins somewhere in the list, so that two processes with the same text share the work. */
function inTurn<T>(items: readonly T[]): T[] {
  const start = process.pid % Math.max(1, items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}
