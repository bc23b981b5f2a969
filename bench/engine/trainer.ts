import { adamW, GradientStep, type Node, type ParameterStore, type Tensors } from "../../src/graph/index.ts";

/** The optimiser's numbers, the same on both sides. */
export const optimiserNumbers = { learningRate: 1e-4, weightDecay: 0.01 } as const;

export interface Trainer {
  /** Forward, backward and update; returns the loss before the update. */
  step(feeds: Tensors): Promise<number>;
  dispose(): Promise<void>;
}

/** Compiles forward and backward into one session and updates the store's weights where they lie. */
export async function makeTrainer(
  loss: Node,
  parameters: ParameterStore,
  options: { threads: number; profile?: string },
): Promise<Trainer> {
  const step = await GradientStep.compile({ loss, parameters, ...options });
  const optimiser = adamW(step.trained, optimiserNumbers);
  return {
    async step(feeds) {
      const { loss, gradients } = await step.run(feeds);
      optimiser.step(gradients);
      return loss;
    },
    dispose: () => step.dispose(),
  };
}
