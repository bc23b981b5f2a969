import { kernels } from "../kernels/kernels.ts";
import type { AdamWScalars } from "../kernels/signatures.ts";
import type { Parameter } from "../parameters/parameter-store.ts";
import { makeOptimiser } from "./make-optimiser.ts";
import type { Optimiser, OptimiserOptions } from "./optimiser.ts";
import type { UpdateNumbers } from "./update-rule.ts";

export interface AdamWOptions extends OptimiserOptions {
  /** Decay of the first moment. Default: 0.9. */
  readonly beta1?: number;
  /** Decay of the second moment. Default: 0.999. */
  readonly beta2?: number;
  readonly epsilon?: number;
}

/**
 * Adam with decoupled weight decay. [Loshchilov & Hutter 2019]
 *
 *     m ← β₁m + (1 − β₁)g        v ← β₂v + (1 − β₂)g²
 *     w ← (1 − ηλ)w − η · m/(1 − β₁ᵗ) / (√(v/(1 − β₂ᵗ)) + ε)
 *
 * `t` counts the updates of the parameter itself, so one that is unfrozen later starts afresh.
 */
export function adamW(parameters: Iterable<Parameter>, options: AdamWOptions): Optimiser {
  const { beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8 } = options;
  return makeOptimiser(
    parameters,
    {
      kind: "adamw",
      memory: ["first", "second"],
      move(values, gradient, [first, second], numbers) {
        kernels.adamW(values, gradient, first!, second!, scalars(numbers));
      },
      moveRows(values, gradient, [first, second], plan, numbers) {
        kernels.adamWRows(values, gradient, first!, second!, plan, scalars(numbers));
      },
      fading: (steps) => [beta1 ** steps, beta2 ** steps],
    },
    options,
  );

  function scalars({ rate, decay, gradientScale, update }: UpdateNumbers): AdamWScalars {
    return {
      gradientScale,
      keep: 1 - rate * decay,
      firstRate: 1 - beta1,
      secondKeep: beta2,
      secondRate: 1 - beta2,
      stepSize: rate / (1 - beta1 ** update),
      secondScale: 1 / Math.sqrt(1 - beta2 ** update),
      epsilon,
    };
  }
}
