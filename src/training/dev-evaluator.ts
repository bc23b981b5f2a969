import type { Sentence } from "../data/index.ts";
import { batchesByLength, type Encoder, type Prepared } from "../encoders/index.ts";
import { createScorer, type ScoreResult } from "../evaluation/index.ts";
import type { Predictor } from "../models/index.ts";

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
    { batchCost }: { readonly batchCost: number },
  ) {
    this.#sentences = sentences;
    this.#predictor = predictor;
    this.#prepared = sentences.map(({ tokens }) => encoder.prepare(tokens));
    const costs = this.#prepared.map(({ cost }) => cost);
    this.#batches = batchesByLength(costs, { cost: batchCost });
  }

  async score(): Promise<ScoreResult> {
    const scorer = createScorer();
    for (const batch of this.#batches) await this.#tag(batch, scorer.add);
    return scorer.result();
  }

  /** About how many seconds `score` takes, from every so many batches. */
  async estimateSeconds(): Promise<number> {
    const stride = Math.max(1, Math.floor(this.#batches.length / 4));
    const some = this.#batches.filter((_, i) => i % stride === Math.floor(stride / 2));
    if (some.length === 0) return 0;
    await this.#tag(some[0]!, () => {});
    const begun = performance.now();
    for (const batch of some) await this.#tag(batch, () => {});
    const costOf = (batches: readonly (readonly number[])[]) =>
      batches.flat().reduce((sum, i) => sum + this.#prepared[i]!.cost, 0);
    return ((performance.now() - begun) / 1000) * (costOf(this.#batches) / Math.max(1, costOf(some)));
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
