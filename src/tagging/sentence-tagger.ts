import type { Entity } from "../data/index.ts";
import type { Encoder, Prepared } from "../encoders/index.ts";
import { batchesByLength } from "../encoders/index.ts";
import type { Tensors } from "../graph/index.ts";
import type { DecodeOptions, Model } from "../models/index.ts";
/** What a model found in one sentence. */
export interface TaggedSentence {
  /** In reading order, each with a score. */
  readonly entities: readonly ScoredEntity[];
  /** Words that the encoder could not look at, as positions: nothing was found there because nothing was seen. */
  readonly unseen: readonly number[];
}

export type ScoredEntity = Entity & { readonly score: number };

/** What may be different from call to call. */
export interface TagOptions {
  /** How spans become entities; default: what the model was trained with. */
  readonly decode?: DecodeOptions;
  /** Gives up when aborted: what no batch was made of yet is not computed, and the call fails with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What was computed together. */
export interface TaggedBatch {
  /** How many calls had sentences in it. */
  readonly calls: number;
  readonly sentences: number;
  readonly words: number;
  readonly milliseconds: number;
}

export interface SentenceTaggerOptions {
  readonly encoder: Encoder;
  readonly model: Model;
  /** Computes the model's outputs: an `OnnxSession`, or something like it. */
  readonly session: {
    run(feeds: Tensors, wanted?: readonly string[]): Promise<Tensors>;
    dispose(): Promise<void>;
  };
  /** What a batch may cost (`Prepared.cost`): words, or word-pieces for a transformer. */
  readonly batchWords?: number;
  /**
   * Batches that are made in one go, from sentences of like length; default: 16. More waste less on sentences of unlike
   * length, fewer let a new call in sooner.
   */
  readonly batchesAhead?: number;
  /** Told of every batch when it is done. */
  readonly onBatch?: (batch: TaggedBatch) => void;
}

/**
 * What a batch may cost by default, where it is not 2,048. Beyond these more is no faster on two cores and takes more
 * memory; a recurrent encoder goes word by word over all sentences of a batch at once, so it wants many.
 */
const BATCH_WORDS: ReadonlyMap<string, number> = new Map([
  ["transformer", 1024],
  ["bilstm", 4096],
]);

/** What a batch of this encoder may cost by default. */
export function usualBatchWords({ config }: Pick<Encoder, "config">): number {
  return BATCH_WORDS.get(config.kind) ?? 2048;
}

/** Batches that are looked at together, so that each is made of sentences of like length. */
const BATCHES_AHEAD = 16;

/** Sentences of one call, and what is known of them so far. */
interface Request {
  readonly sentences: readonly (readonly string[])[];
  readonly decode: DecodeOptions;
  readonly results: TaggedSentence[];
  readonly resolve: (results: TaggedSentence[]) => void;
  readonly reject: (error: unknown) => void;
  /** The first sentence that no batch was made of yet. */
  next: number;
  /** How many are not finished. */
  open: number;
}

interface Place {
  readonly request: Request;
  readonly at: number;
  readonly prepared: Prepared;
}

/**
 * Tags sentences in batches of like length. Calls that arrive while a batch is being computed wait together and
 * share the next ones, each with an equal part, so that many small calls are as fast as a large one and a small
 * call need not wait for the end of a large one.
 */
export class SentenceTagger {
  /** How many words are looked at together. */
  readonly wordsAhead: number;
  /** What a batch may cost. */
  readonly batchWords: number;
  readonly #options: SentenceTaggerOptions;
  #waiting: Request[] = [];
  #work: Promise<void> | undefined;
  #disposed = false;

  constructor(options: SentenceTaggerOptions) {
    this.#options = options;
    this.batchWords = options.batchWords ?? usualBatchWords(options.encoder);
    if (!(this.batchWords > 0)) throw new Error(`a batch needs at least one word, not ${this.batchWords}`);
    this.wordsAhead = (options.batchesAhead ?? BATCHES_AHEAD) * this.batchWords;
  }

  /** What is found in each sentence, in the order given. */
  tag(
    sentences: readonly (readonly string[])[],
    { decode = {}, signal }: TagOptions = {},
  ): Promise<TaggedSentence[]> {
    if (this.#disposed) return Promise.reject(new Error("this tagger was disposed"));
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (sentences.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const results = new Array<TaggedSentence>(sentences.length);
      const request = { sentences, decode, results, resolve, reject, next: 0, open: sentences.length };
      signal?.addEventListener("abort", () => fail(request, signal.reason), { once: true });
      this.#waiting.push(request);
      this.#work ??= this.#run();
    });
  }

  /** Finishes the calls under way, then frees the session; tagging again is an error. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#work;
    await this.#options.session.dispose();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // ONNX Runtime lets nothing else happen while it computes. What came meanwhile is heard of before the next batches are made.
      await nextTurn();
      const places = this.#take();
      const costs = places.map(({ prepared }) => prepared.cost);
      for (const batch of batchesByLength(costs, { cost: this.batchWords })) {
        // Calls may have been given up since.
        const wanted = batch.map((i) => places[i]!).filter(({ request }) => request.open > 0);
        if (wanted.length > 0) await this.#tagBatch(wanted);
      }
    }
    this.#work = undefined;
  }

  /** The next sentences: from every waiting call the same number of words, as long as there is room. */
  #take(): Place[] {
    const places: Place[] = [];
    let room = this.wordsAhead;
    while (room > 0 && this.#waiting.length > 0) {
      const share = room / this.#waiting.length;
      for (const request of this.#waiting) {
        for (let taken = 0; taken < share && request.next < request.sentences.length; ) {
          const words = this.#prepare(request, request.next++, places);
          // An empty sentence counts too: a million of them must not be looked at together.
          taken += words + 1;
          room -= words + 1;
        }
      }
      this.#waiting = this.#waiting.filter(({ next, sentences }) => next < sentences.length);
    }
    return places.filter(({ request }) => request.open > 0);
  }

  /** Makes one sentence ready and adds it; gives its number of words. */
  #prepare(request: Request, at: number, places: Place[]): number {
    try {
      const words = request.sentences[at]!;
      if (words.length === 0) finish(request, at, { entities: [], unseen: [] });
      else places.push({ request, at, prepared: this.#options.encoder.prepare(words) });
      return words.length;
    } catch (error) {
      fail(request, error);
      return 0;
    }
  }

  /** Where a batch fails, each call in it is tried by itself, so that one with strange sentences fails alone. */
  async #tagBatch(places: readonly Place[]): Promise<void> {
    const calls = new Set(places.map(({ request }) => request));
    try {
      await this.#compute(places, calls.size);
    } catch (error) {
      for (const call of calls) {
        if (calls.size === 1) fail(call, error);
        else await this.#tagBatch(places.filter(({ request }) => request === call));
      }
    }
  }

  async #compute(places: readonly Place[], calls: number): Promise<void> {
    const { encoder, model, session, onBatch } = this.#options;
    const began = performance.now();
    const batch = places.map(({ prepared }) => prepared);
    const feeds = { ...encoder.feed(batch), ...model.feed(batch) };
    const outputs = await session.run(feeds, model.reads);
    // Calls may want different decoding of the same numbers.
    const decoded = new Map<string, Entity[][]>();
    const found = places.map(({ request }, i) => {
      const key = JSON.stringify(request.decode);
      if (!decoded.has(key)) decoded.set(key, model.decode(outputs, batch, request.decode));
      return decoded.get(key)![i]! as ScoredEntity[];
    });
    places.forEach(({ request, at, prepared }, i) => {
      finish(request, at, { entities: found[i]!, unseen: prepared.unseen });
    });
    onBatch?.({
      calls,
      sentences: batch.length,
      words: batch.reduce((sum, { words }) => sum + words, 0),
      milliseconds: performance.now() - began,
    });
  }
}

/** When all events that wait now have been handled. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // Browsers lack the first.
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve);
  });
}

function finish(request: Request, at: number, result: TaggedSentence): void {
  // It may have been given up while its batch was computed.
  if (request.open === 0) return;
  request.results[at] = result;
  if (--request.open === 0) request.resolve(request.results);
}

/** Gives up on a call; what is left of it is not looked at. */
function fail(request: Request, error: unknown): void {
  request.next = request.sentences.length;
  request.open = 0;
  request.reject(error);
}
