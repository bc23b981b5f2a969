import type { DocumentReading, Span } from "../data/index.ts";
import { documentWindows, joinSpans, splitSpans } from "../data/index.ts";
import type { Encoder, Prepared } from "../encoders/index.ts";
import { batchesByLength } from "../encoders/index.ts";
import { OnnxSession, type OnnxSessionOptions } from "../graph/index.ts";
import type { LabelSet, MarginalOptions, Model } from "../models/index.ts";
import type { ModelParts } from "./model-parts.ts";
import { openModelFolder } from "./open-model-folder.ts";
import { type ScoredEntity, usualBatchWords } from "./sentence-tagger.ts";
import { type SentenceToTag, withoutLabels } from "./sentence-to-tag.ts";

/** All that a model says about one sentence. */
interface ScoredSentence {
  /** The position among the sentences given. */
  readonly position: number;
  /** What it would tag, in reading order. */
  readonly entities: readonly ScoredEntity[];
  /** Every label of every span that has some probability, none chosen over another. */
  readonly candidates: readonly ScoredEntity[];
  /** One row for each span that `spansOf` asked for; absent where nothing was asked or the model makes no vectors. */
  readonly vectors?: Float32Array;
}

interface ScoreSentencesOptions extends MarginalOptions {
  /** The spans whose vectors are wanted, once the candidates of a sentence are known. */
  readonly spansOf?: (position: number, candidates: readonly ScoredEntity[]) => readonly Span[];
}

/** Sentences that are read as one, made ready. */
interface Reading {
  /** The position of the first among the sentences given. */
  readonly position: number;
  readonly sentences: readonly SentenceToTag[];
  readonly prepared: Prepared;
}

/** Sentences that are made ready and sorted by length together. */
const SENTENCES_AHEAD = 4096;

/** A trained model that is asked what it thinks of every span, not only what it would tag: for audits. */
export class SpanScorer {
  readonly labels: LabelSet;
  /** Whether spans have vectors. */
  readonly hasVectors: boolean;
  /** The widest span that it looks at, in words; null for no limit. */
  readonly widest: number | null;
  readonly #encoder: Encoder;
  readonly #model: Model;
  readonly #session: OnnxSession;
  readonly #documents: DocumentReading | null;

  private constructor({ encoder, model, documents }: ModelParts, session: OnnxSession) {
    this.#documents = documents;
    this.#encoder = encoder;
    this.#model = model;
    this.#session = session;
    this.labels = model.labels;
    const { maxWidth } = model.config;
    this.widest = typeof maxWidth === "number" ? maxWidth : null;
    const source = model.spanVectors?.reads;
    this.hasVectors = source !== undefined && session.outputs.some(({ name }) => name === source);
  }

  /** Loads a model that `lacuna train` saved. */
  static async load(dir: string, options: OnnxSessionOptions = {}): Promise<SpanScorer> {
    const opened = await openModelFolder(dir, { weights: false });
    return new SpanScorer(opened, await OnnxSession.load(opened.onnx, options));
  }

  /** Scores sentences, in batches of similar length: not in the given order. Those of one document are read together if the model does so. */
  async *scoreSentences(
    sentences: readonly SentenceToTag[],
    options: ScoreSentencesOptions = {},
  ): AsyncGenerator<ScoredSentence> {
    const cost = usualBatchWords(this.#encoder);
    for (let first = 0; first < sentences.length; first += SENTENCES_AHEAD) {
      const readings = this.#readings(sentences.slice(first, first + SENTENCES_AHEAD), first);
      const costs = readings.map(({ prepared }) => prepared.cost);
      for (const batch of batchesByLength(costs, { cost })) {
        yield* await this.#scoreBatch(
          batch.map((i) => readings[i]!),
          options,
        );
      }
    }
  }

  dispose(): Promise<void> {
    return this.#session.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** Every sentence once: by itself, or with others of its document. */
  #readings(sentences: readonly SentenceToTag[], position: number): Reading[] {
    const documents = this.#documents;
    const windows =
      documents === null
        ? sentences.map((_, first) => ({ first, end: first + 1 }))
        : documentWindows(withoutLabels(sentences), { ...documents, overlap: 0 });
    return windows.map(({ first, end }) => {
      const own = sentences.slice(first, end);
      const tokens = own.length === 1 ? own[0]!.tokens : own.flatMap((sentence) => sentence.tokens);
      return { position: position + first, sentences: own, prepared: this.#encoder.prepare(tokens) };
    });
  }

  async #scoreBatch(
    readings: readonly Reading[],
    { spansOf, ...options }: ScoreSentencesOptions,
  ): Promise<ScoredSentence[]> {
    const model = this.#model;
    const batch = readings.map(({ prepared }) => prepared);
    const withVectors = spansOf !== undefined && this.hasVectors;
    const reads = withVectors ? [...model.reads, model.spanVectors!.reads] : model.reads;
    const outputs = await this.#session.run({ ...this.#encoder.feed(batch), ...model.feed(batch) }, reads);
    const entities = model.decode(outputs, batch) as ScoredEntity[][];
    const candidates = model.marginals(outputs, batch, options) as ScoredEntity[][];
    const scored = readings.map(({ position, sentences }, i) => {
      const [found, possible] = [splitSpans(entities[i]!, sentences), splitSpans(candidates[i]!, sentences)];
      return sentences.map((_, at) => ({
        position: position + at,
        entities: found[at]!,
        candidates: possible[at]!,
      }));
    });
    if (!withVectors) return scored.flat();
    const wanted = scored.map((own) => own.map(({ position, candidates: of }) => spansOf(position, of)));
    const vectors = model.spanVectors!.of(
      outputs,
      batch,
      wanted.map((spans, i) => joinSpans(spans, readings[i]!.sentences)),
    );
    return scored.flatMap((own, i) => {
      const rows = cutRows(vectors[i]!, wanted[i]!);
      return own.map((sentence, at) => ({ ...sentence, vectors: rows[at]! }));
    });
  }
}

/** One row for each span, cut where the spans of another sentence begin. */
function cutRows(rows: Float32Array, spans: readonly (readonly Span[])[]): Float32Array[] {
  const count = spans.reduce((sum, own) => sum + own.length, 0);
  const dim = count === 0 ? 0 : rows.length / count;
  let first = 0;
  return spans.map((own) => {
    first += own.length * dim;
    return rows.subarray(first - own.length * dim, first);
  });
}
