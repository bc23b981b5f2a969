import type { Sentence } from "../../data/index.ts";
import type { Encoder, Prepared } from "../../encoders/index.ts";
import { batchesByLength } from "../../encoders/index.ts";
import { createScorer, type ScoreResult } from "../../evaluation/index.ts";
import type { Predictor } from "../../models/index.ts";
import { Random } from "../../random.ts";
import { timeAll } from "./time-all.ts";

/** Words (word-pieces) that are tagged at once, at most. */
const BATCH_TOKENS = 2048;

/** Sentences made ready for tagging. */
interface Ready {
  readonly prepared: readonly Prepared[];
  readonly batches: readonly (readonly number[])[];
}

/** Tags dev sentences with the weights as they are, and scores the result. */
export class DevEvaluator {
  readonly sentences: readonly Sentence[];
  readonly #encoder: Encoder;
  readonly #predictor: Predictor;
  readonly #batchTokens: number;
  #ready: Ready | undefined;

  constructor(
    sentences: readonly Sentence[],
    encoder: Encoder,
    predictor: Predictor,
    { batchTokens = BATCH_TOKENS }: { readonly batchTokens?: number } = {},
  ) {
    this.sentences = sentences;
    this.#encoder = encoder;
    this.#predictor = predictor;
    this.#batchTokens = batchTokens;
  }

  /** The same for so many sentences, drawn at random: by the same seed always the same ones, and fewer among more. */
  part(count: number, seed: number): DevEvaluator {
    if (count >= this.sentences.length) return this;
    const order = new Random(seed).fork("part of dev").shuffled(this.sentences.map((_, i) => i));
    const chosen = order.slice(0, count).map((i) => this.sentences[i]!);
    return new DevEvaluator(chosen, this.#encoder, this.#predictor, { batchTokens: this.#batchTokens });
  }

  async score(): Promise<ScoreResult> {
    const scorer = createScorer();
    for (const batch of this.#made().batches) await this.#tag(batch, scorer.add);
    return scorer.result();
  }

  /** About how many seconds `score` takes; finds out in at most `budget` seconds, or little more. */
  estimateSeconds(budget: number): Promise<number> {
    const { prepared, batches } = this.#made();
    return timeAll(batches, (batch) => this.#tag(batch, () => {}), {
      costOf: (batch) => batch.reduce((sum, i) => sum + prepared[i]!.cost, 0),
      budget,
    });
  }

  /** Not before it is needed: of many sentences only a part may ever be. */
  #made(): Ready {
    if (this.#ready === undefined) {
      const prepared = this.sentences.map(({ tokens }) => this.#encoder.prepare(tokens));
      const costs = prepared.map(({ cost }) => cost);
      this.#ready = { prepared, batches: batchesByLength(costs, { cost: this.#batchTokens }) };
    }
    return this.#ready;
  }

  async #tag(
    batch: readonly number[],
    each: (gold: Sentence, found: Sentence["entities"]) => void,
  ): Promise<void> {
    const { prepared } = this.#made();
    const found = await this.#predictor.tag(batch.map((i) => prepared[i]!));
    batch.forEach((i, at) => {
      each(this.sentences[i]!, found[at]!);
    });
  }
}
