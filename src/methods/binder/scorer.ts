import type { Sentence } from "../../data/index.ts";
import type { Prepared } from "../../encoders/index.ts";
import { batchesByLength } from "../../encoders/index.ts";
import { UserError } from "../../errors.ts";
import type { Model, SpanRows } from "../../models/index.ts";
import {
  type BinderConfig,
  type BinderObjectiveName,
  binderObjectives,
  Predictor,
  TypeReader,
  thresholdTable,
  typeTable,
} from "../../models/index.ts";
import type { Task } from "../method.ts";
import { tuneThresholds } from "./tune-thresholds.ts";
import type { TypeSourceTexts } from "./type-source.ts";

/** Most words that are looked at together. */
const WORDS_AT_ONCE = 2048;

/** What the current bi-encoder thinks, without dropout; also keeps what is stored beside its trained weights up to date. */
export class BinderScorer {
  readonly #task: Task;
  readonly #model: Model;
  readonly #config: BinderConfig;
  readonly #source: TypeSourceTexts;
  readonly #reader: TypeReader;
  #predictor: Promise<Predictor> | undefined;
  #dev: { readonly of: readonly Sentence[]; readonly prepared: readonly Prepared[] } | undefined;

  constructor({
    task,
    model,
    config,
    source,
  }: {
    readonly task: Task;
    readonly model: Model;
    readonly config: BinderConfig;
    readonly source: TypeSourceTexts;
  }) {
    if (config.threshold === "tuned" && task.dev === undefined) {
      throw new UserError('"threshold": "tuned" needs dev sentences to find the thresholds on', {
        hint: 'name a file with "dev", or choose dynamic or learned thresholds',
      });
    }
    this.#task = task;
    this.#model = model;
    this.#config = config;
    this.#source = source;
    this.#reader = new TypeReader({ ...task, config });
  }

  /** Computes the vectors of the types and, where they are tuned, the thresholds: on all dev sentences, or on these. */
  async refresh(dev: readonly Sentence[] = this.#task.dev ?? []): Promise<void> {
    await this.#readTypes();
    if (this.#config.threshold === "tuned") await this.#tune(dev);
  }

  /**
   * What the model thinks of spans, as `spanBeliefs` has it.
   *
   * @returns for each sentence `[spans, types + 1]`
   */
  async beliefs(batch: readonly Prepared[], spans: readonly SpanRows[]): Promise<Float32Array[]> {
    await this.#readTypes();
    const { spans: scores, spanThresholds } = await (await this.#compiled()).outputs(batch);
    const types = this.#model.labels.labels.length;
    const rows = scores!.shape[1]!;
    let first = 0;
    return spans.map(({ starts, ends }, s) => {
      const found = new Float32Array(starts.length * (types + 1));
      for (let i = 0; i < starts.length; i++) {
        const cell = ((ends[i]! - starts[i]!) * rows + first + starts[i]!) * types;
        const own = found.subarray(i * (types + 1), (i + 1) * (types + 1));
        for (let k = 0; k < types; k++) {
          // Thresholds that are the same for all sentences have one row.
          const at = (s * types + k) % spanThresholds!.data.length;
          own[k + 1] = Number(scores!.data[cell + k]!) - Number(spanThresholds!.data[at]!);
        }
        softmaxOf(own);
      }
      first += batch[s]!.words;
      return found;
    });
  }

  async dispose(): Promise<void> {
    await this.#reader.dispose();
    await (await this.#predictor)?.dispose();
    this.#predictor = undefined;
  }

  async #readTypes(): Promise<void> {
    const count = this.#model.labels.labels.length;
    const found = await this.#reader.read(this.#source.forUse, count);
    // Their place is declared by whoever builds the model first.
    await this.#compiled();
    for (const objective of binderObjectives) this.#values(typeTable(objective)).set(found[objective]);
  }

  async #tune(sentences: readonly Sentence[]): Promise<void> {
    if (this.#dev?.of !== sentences) {
      const ready = sentences.map(({ tokens }) => this.#task.encoder.prepare(tokens));
      this.#dev = { of: sentences, prepared: ready };
    }
    const { prepared } = this.#dev;
    const predictor = await this.#compiled();
    const objectives: readonly BinderObjectiveName[] =
      this.#config.inference === "joint" ? binderObjectives : ["span"];
    const batches = batchesByLength(
      prepared.map(({ cost }) => cost),
      { cost: WORDS_AT_ONCE },
    );
    const found = await tuneThresholds({
      labels: this.#model.labels,
      maxWidth: this.#config.maxWidth,
      objectives,
      batches: batches.map((batch) => batch.map((i) => sentences[i]!)),
      outputs: (at) => predictor.outputs(batches[at]!.map((i) => prepared[i]!)),
    });
    for (const objective of objectives) this.#values(thresholdTable(objective)).set(found[objective]!);
  }

  #values(name: string): Float32Array {
    return this.#task.parameters.get(name).values;
  }

  #compiled(): Promise<Predictor> {
    this.#predictor ??= Predictor.compile({ ...this.#task, model: this.#model });
    return this.#predictor;
  }
}

function softmaxOf(values: Float32Array): void {
  const largest = values.reduce((a, b) => Math.max(a, b), -Infinity);
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = Math.exp(values[i]! - largest);
    total += values[i]!;
  }
  for (let i = 0; i < values.length; i++) values[i]! /= total;
}
