import { kernels } from "../kernels/kernels.ts";
import type { SgdScalars } from "../kernels/signatures.ts";
import type { Parameter } from "../parameters/parameter-store.ts";
import { makeOptimiser } from "./make-optimiser.ts";
import type { Optimiser, OptimiserOptions } from "./optimiser.ts";
import type { UpdateNumbers } from "./update-rule.ts";

export interface SgdOptions extends OptimiserOptions {
  /** Momentum; 0 for plain gradient descent. */
  readonly momentum?: number;
  /** Whether to use Nesterov momentum. */
  readonly nesterov?: boolean;
}

/**
 * Gradient descent with momentum. Weight decay is added to the gradient, as in PyTorch.
 *
 *     g ← g + λw        m ← μm + g        w ← w − ηm, or w − η(g + μm) with Nesterov
 */
export function sgd(parameters: Iterable<Parameter>, options: SgdOptions): Optimiser {
  const { momentum = 0, nesterov = false } = options;
  return makeOptimiser(
    parameters,
    {
      kind: "sgd",
      memory: ["first"],
      move(values, gradient, [first], numbers) {
        kernels.sgd(values, gradient, first!, scalars(numbers));
      },
      moveRows(values, gradient, [first], plan, numbers) {
        kernels.sgdRows(values, gradient, first!, plan, scalars(numbers));
      },
      fading: (steps) => [momentum ** steps],
    },
    options,
  );

  function scalars({ rate, decay, gradientScale }: UpdateNumbers): SgdScalars {
    return { gradientScale, decay, momentumKeep: momentum, rate, ahead: nesterov };
  }
}
