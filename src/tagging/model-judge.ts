import type { Span } from "../data/index.ts";
import { batchesByLength, type Encoder, type Prepared } from "../encoders/index.ts";
import { OnnxSession, type OnnxSessionOptions } from "../graph/index.ts";
import type { JudgeOptions, LabelSet, Model } from "../models/index.ts";
import { openModelFolder } from "./open-model-folder.ts";
import { type ScoredEntity, usualBatchWords } from "./sentence-tagger.ts";

/** All that a model says about one sentence. */
export interface JudgedSentence {
  /** The position among the sentences given. */
  readonly position: number;
  /** What it would tag, in reading order. */
  readonly entities: readonly ScoredEntity[];
  /** Every label of every span that has some probability, none chosen over another. */
  readonly candidates: readonly ScoredEntity[];
  /** One row for each span that `spansOf` asked for; absent where nothing was asked or the model makes no vectors. */
  readonly vectors?: Float32Array;
}

export interface JudgeSentencesOptions extends JudgeOptions {
  /** The spans whose vectors are wanted, once the candidates of a sentence are known. */
  readonly spansOf?: (position: number, candidates: readonly ScoredEntity[]) => readonly Span[];
}

/** Sentences that are made ready and sorted by length together. */
const SENTENCES_AHEAD = 4096;

/** A trained model that is asked what it thinks of every span, not only what it would tag: for audits. */
export class ModelJudge {
  readonly labels: LabelSet;
  /** Whether spans have vectors. */
  readonly hasVectors: boolean;
  /** The widest span that it looks at, in words; null for no limit. */
  readonly widest: number | null;
  readonly #encoder: Encoder;
  readonly #model: Model;
  readonly #session: OnnxSession;

  private constructor(encoder: Encoder, model: Model, session: OnnxSession) {
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
  static async load(dir: string, options: OnnxSessionOptions = {}): Promise<ModelJudge> {
    const { encoder, model, onnx } = await openModelFolder(dir, { weights: false });
    return new ModelJudge(encoder, model, await OnnxSession.load(onnx, options));
  }

  /** Judges sentences, in batches of like length: not in the order given. */
  async *judge(
    sentences: readonly { readonly tokens: readonly string[] }[],
    options: JudgeSentencesOptions = {},
  ): AsyncGenerator<JudgedSentence> {
    const cost = usualBatchWords(this.#encoder);
    for (let first = 0; first < sentences.length; first += SENTENCES_AHEAD) {
      const part = sentences.slice(first, first + SENTENCES_AHEAD);
      const prepared = part.map(({ tokens }) => this.#encoder.prepare(tokens));
      const costs = prepared.map((own) => own.cost);
      for (const batch of batchesByLength(costs, { cost })) {
        const positions = batch.map((i) => first + i);
        yield* await this.#judgeBatch(
          positions,
          batch.map((i) => prepared[i]!),
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

  async #judgeBatch(
    positions: readonly number[],
    batch: readonly Prepared[],
    { spansOf, ...options }: JudgeSentencesOptions,
  ): Promise<JudgedSentence[]> {
    const model = this.#model;
    const withVectors = spansOf !== undefined && this.hasVectors;
    const reads = withVectors ? [...model.reads, model.spanVectors!.reads] : model.reads;
    const outputs = await this.#session.run({ ...this.#encoder.feed(batch), ...model.feed(batch) }, reads);
    const entities = model.decode(outputs, batch) as ScoredEntity[][];
    const candidates = model.judge(outputs, batch, options) as ScoredEntity[][];
    const vectors = withVectors
      ? model.spanVectors!.of(
          outputs,
          batch,
          positions.map((position, i) => spansOf(position, candidates[i]!)),
        )
      : undefined;
    return positions.map((position, i) => ({
      position,
      entities: entities[i]!,
      candidates: candidates[i]!,
      ...(vectors !== undefined && { vectors: vectors[i]! }),
    }));
  }
}
