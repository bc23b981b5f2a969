import { UserError } from "../../errors.ts";
import type { GradientStep, Optimiser } from "../../graph/index.ts";
import type { Learner, StepContext } from "../../methods/index.ts";

/** After so many steps in a row whose loss is no number, a run is lost. */
const HOPELESS = 10;

interface WeightUpdatesOptions {
  readonly learner: Learner;
  readonly gradientStep: GradientStep;
  readonly optimiser: Optimiser;
}

/** Moves the weights, one batch after another. */
export class WeightUpdates {
  readonly #parts: WeightUpdatesOptions;
  #hopeless = 0;

  constructor(parts: WeightUpdatesOptions) {
    this.#parts = parts;
  }

  /** One update; the loss before it. */
  async run(batch: readonly number[], context: StepContext, rateFactor: number): Promise<number> {
    const { learner, gradientStep, optimiser } = this.#parts;
    const feeds = await learner.graph.feed(batch, context);
    if (feeds === undefined) return 0;
    const { loss, gradients, outputs } = await gradientStep.run(feeds);
    learner.graph.watch?.observe(outputs);
    const isSound = Number.isFinite(loss) && optimiser.step(gradients, rateFactor).applied;
    this.#hopeless = isSound ? 0 : this.#hopeless + 1;
    if (this.#hopeless >= HOPELESS) {
      throw new UserError(`training has come apart: the loss was no number in ${HOPELESS} steps in a row`, {
        hint: "lower optimiser.learningRate and optimiser.encoderLearningRate",
      });
    }
    return Number.isFinite(loss) ? loss : 0;
  }
}
