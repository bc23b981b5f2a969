import type { Sentence } from "../../data/index.ts";
import type { Encoder, Prepared } from "../../encoders/index.ts";
import { batchesByLength } from "../../encoders/index.ts";
import { createScorer, type ScoreResult } from "../../evaluation/index.ts";
import type { Predictor } from "../../models/index.ts";
import { timeAll } from "./time-all.ts";

/** Words (word-pieces) that are tagged at once, at most. */
const BATCH_TOKENS = 2048;

/** Tags dev sentences with the weights as they are, and scores the result. */
export class DevEvaluator {
  readonly #sentences: readonly Sentence[];
  readonly #prepared: readonly Prepared[];
  readonly #batches: readonly (readonly number[])[];
  readonly #predictor: Predictor;

  constructor(
    sentences: readonly Sentence[],
    encoder: Encoder,
    predictor: Predictor,
    { batchTokens = BATCH_TOKENS }: { readonly batchTokens?: number } = {},
  ) {
    this.#sentences = sentences;
    this.#predictor = predictor;
    this.#prepared = sentences.map(({ tokens }) => encoder.prepare(tokens));
    const costs = this.#prepared.map(({ cost }) => cost);
    this.#batches = batchesByLength(costs, { cost: batchTokens });
  }

  async score(): Promise<ScoreResult> {
    const scorer = createScorer();
    for (const batch of this.#batches) await this.#tag(batch, scorer.add);
    return scorer.result();
  }

  /** About how many seconds `score` takes; finds out in at most `budget` seconds, or little more. */
  estimateSeconds(budget: number): Promise<number> {
    return timeAll(this.#batches, (batch) => this.#tag(batch, () => {}), {
      costOf: (batch) => batch.reduce((sum, i) => sum + this.#prepared[i]!.cost, 0),
      budget,
    });
  }

  async #tag(
    batch: readonly number[],
    each: (gold: Sentence, found: Sentence["entities"]) => void,
  ): Promise<void> {
    const found = await this.#predictor.tag(batch.map((i) => this.#prepared[i]!));
    batch.forEach((i, at) => {
      each(this.#sentences[i]!, found[at]!);
    });
  }
}
