import { UserError } from "../../errors.ts";
import type { Parameter, StoredTensor } from "../../graph/index.ts";

/** Most steps from one look at the weights to the next. */
const MOST_STEPS = 10;
/** The most that may fade from one look to the next: so little that weights in between would add nothing. */
const MOST_FADED = 0.04;

/**
 * A moving average of the trained weights, to be used in their place: it is steadier than they are.
 *
 *     w̄ₜ = w̄ₜ₋₁ + rₜ·(wₜ − w̄ₜ₋₁),   rₜ = (1 − d) / (1 − dᵗ)
 *
 * With this rate the first weights count no more than later ones (d·w̄ + (1 − d)·w, divided by 1 − dᵗ as Adam does).
 * The weights are looked at every few steps, with a decay for as many: every row of a table is then read, whether a
 * step has changed it or not, which would cost too much at each step and does not matter in so long a memory.
 */
export class WeightAverage {
  readonly #parameters: readonly Parameter[];
  readonly #decay: number;
  readonly #every: number;
  #values = new Map<string, Float32Array>();

  /** `decay` is what is left of the past after one step. */
  constructor(parameters: readonly Parameter[], decay: number) {
    this.#parameters = parameters;
    // Rounded first, because 1 − 0.98 is a little more than 0.02.
    const steps = Math.floor(Number((MOST_FADED / (1 - decay)).toFixed(6)));
    this.#every = Math.max(1, Math.min(MOST_STEPS, steps));
    this.#decay = decay ** this.#every;
  }

  /** Takes in the weights after a step of a stage, counted from 1. */
  add(step: number): void {
    if (step % this.#every !== 0) return;
    const rate = (1 - this.#decay) / (1 - this.#decay ** (step / this.#every));
    for (const { name, values } of this.#parameters) {
      const average = this.#values.get(name);
      if (average === undefined) this.#values.set(name, values.slice());
      else approach(average, values, rate);
    }
  }

  /** Does something with the average in place of the weights, which then come back. Before the first look, with the weights. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#exchange();
    try {
      return await work();
    } finally {
      this.#exchange();
    }
  }

  /** Puts the average in place of the weights for good. */
  settle(): void {
    for (const { name, values } of this.#parameters) {
      const average = this.#values.get(name);
      if (average !== undefined) values.set(average);
    }
  }

  /** Forgets all, for another stage. */
  reset(): void {
    this.#values.clear();
  }

  /** For a checkpoint: its own arrays, none before the first look. */
  tensors(): Map<string, StoredTensor> {
    return new Map(
      this.#parameters.flatMap(({ name, shape }) => {
        const data = this.#values.get(name);
        return data === undefined ? [] : [[name, { dtype: "F32", shape, data }]];
      }),
    );
  }

  restore(tensors: ReadonlyMap<string, StoredTensor>): void {
    this.#values = new Map(
      this.#parameters.map(({ name, shape }) => {
        const tensor = tensors.get(name);
        if (tensor?.dtype !== "F32" || tensor.shape.join() !== shape.join()) {
          throw new UserError(`the checkpoint lacks the average of the weights "${name}"`, {
            hint: "resume with the config that the run was started with, or start a new run",
          });
        }
        return [name, tensor.data.slice()];
      }),
    );
  }

  #exchange(): void {
    for (const { name, values } of this.#parameters) {
      const average = this.#values.get(name);
      if (average === undefined) continue;
      const kept = values.slice();
      values.set(average);
      average.set(kept);
    }
  }
}

function approach(average: Float32Array, values: Float32Array, rate: number): void {
  for (let i = 0; i < average.length; i++) average[i] = average[i]! + rate * (values[i]! - average[i]!);
}
