import { isComplete, type Sentence } from "../../data/index.ts";
import type { Prepared } from "../../encoders/index.ts";
import { batchesByLength } from "../../encoders/index.ts";
import { entriesAt, entryOf, zip } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import { dimAt, floatsOf } from "../../graph/index.ts";
import type { Model, SpanRows } from "../../models/index.ts";
import {
  type BinderConfig,
  type BinderObjectiveName,
  binderObjectives,
  Predictor,
  TypeReader,
  thresholdAt,
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
  readonly #devSentences: readonly Sentence[];
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
    // In partial sentences, what is not labelled may be an entity all the same.
    this.#devSentences = completeOf(task.dev ?? []);
    if (config.threshold === "tuned" && this.#devSentences.length === 0) {
      throw new UserError('"threshold": "tuned" needs complete dev sentences to find the thresholds on', {
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
  async refresh(dev?: readonly Sentence[]): Promise<void> {
    await this.#readTypes();
    if (this.#config.threshold === "tuned")
      await this.#tune(dev === undefined ? this.#devSentences : completeOf(dev));
  }

  /**
   * What the model thinks of spans, as `spanBeliefs` has it.
   *
   * @returns for each sentence `[spans, types + 1]`
   */
  async beliefs(batch: readonly Prepared[], spans: readonly SpanRows[]): Promise<Float32Array[]> {
    await this.#readTypes();
    const outputs = await (await this.#compiled()).outputs(batch);
    const [scores, thresholds] = [floatsOf(outputs, "spans"), floatsOf(outputs, "spanThresholds")];
    const types = this.#model.labels.labels.length;
    const rows = dimAt(entryOf(outputs, "spans").shape, 1);
    let first = 0;
    return zip(batch, spans).map(([{ words }, { starts, ends }], s) => {
      const found = new Float32Array(starts.length * (types + 1));
      for (let i = 0; i < starts.length; i++) {
        const start = starts[i]!;
        const cell = ((ends[i]! - start) * rows + first + start) * types;
        const own = found.subarray(i * (types + 1), (i + 1) * (types + 1));
        for (let k = 0; k < types; k++) {
          own[k + 1] = scores[cell + k]! - thresholdAt(thresholds, s * types + k);
        }
        softmaxOf(own);
      }
      first += words;
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
      batches: batches.map((batch) => ({
        sentences: entriesAt(sentences, batch),
        outputs: () => predictor.outputs(entriesAt(prepared, batch)),
      })),
    });
    for (const [objective, thresholds] of found) this.#values(thresholdTable(objective)).set(thresholds);
  }

  #values(name: string): Float32Array {
    return this.#task.parameters.get(name).values;
  }

  #compiled(): Promise<Predictor> {
    this.#predictor ??= Predictor.compile({ ...this.#task, model: this.#model });
    return this.#predictor;
  }
}

function completeOf(sentences: readonly Sentence[]): readonly Sentence[] {
  return sentences.filter(({ completeness }) => isComplete(completeness));
}

function softmaxOf(values: Float32Array): void {
  const largest = values.reduce((a, b) => Math.max(a, b), -Infinity);
  let total = 0;
  for (const [i, value] of values.entries()) {
    values[i] = Math.exp(value - largest);
    total += values[i];
  }
  for (const [i, value] of values.entries()) values[i] = value / total;
}
