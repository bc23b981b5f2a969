import type { Completeness, Span } from "../../data/index.ts";
import type { CandidateSpans } from "../../samplers/index.ts";
import {
  allNegatives,
  fractionNegatives,
  rateFor,
  uniformNegatives,
  weightedNegatives,
} from "../../samplers/index.ts";
import type { StepContext } from "../learner.ts";
import type { SamplerOptions } from "./sampler-options.ts";

/** One sentence to draw negatives for. */
interface Drawn {
  /** Its number in the training data. */
  readonly sentence: number;
  readonly candidates: CandidateSpans;
  readonly completeness: Completeness;
  /** `[candidates, classes]`: what the current model thinks; only samplers that ask for it get it. */
  readonly probabilities?: Float32Array;
  /** How much hard spans are preferred in the partial sentences of its batch; default: 1. */
  readonly hardness?: number;
}

/** Draws the negatives of a sentence by the sampler that a config names. */
export function drawNegatives(
  sampler: SamplerOptions,
  { sentence, candidates, completeness, probabilities, hardness = 1 }: Drawn,
  { epoch, epochs, random }: StepContext,
  seed: number,
): Span[] {
  switch (sampler.kind) {
    case "all":
      return allNegatives(candidates);
    case "uniform":
      return uniformNegatives(candidates, rateFor(sampler.rate, completeness), random);
    case "fraction":
      return fractionNegatives(
        candidates,
        { seed, sentence, epoch },
        { fraction: rateFor(sampler.fraction, completeness), resample: sampler.resample },
      );
    case "weighted": {
      const { rate, shape, power, epsilon } = sampler;
      if (probabilities === undefined) throw new Error("weighted negatives need the model's probabilities");
      const options = {
        shape,
        power,
        epsilon,
        // In a complete sentence nothing that looks hard is a missed entity.
        hardness: completeness === "complete" ? 1 : hardness,
        rate: rateFor(rate, completeness),
        epoch,
        epochs,
      };
      return weightedNegatives(candidates, probabilities, options, random);
    }
  }
}

/** Whether a sampler looks at the model's probabilities. */
export function readsProbabilities(sampler: SamplerOptions): boolean {
  return sampler.kind === "weighted";
}
