export { allNegatives } from "./all-negatives.ts";
export { type Annotated, type CandidateSpans, candidateSpans } from "./candidate-spans.ts";
export { distinctBelow } from "./distinct-below.ts";
export { type DrawPlace, type FractionNegativesOptions, fractionNegatives } from "./fraction-negatives.ts";
export { gumbelTopK } from "./gumbel-top-k.ts";
export { drawCount, type NegativeRate, type RatesBySource, rateFor } from "./negative-rate.ts";
export {
  nonEntityScore,
  type SamplingOptions,
  type SamplingShape,
  samplingDistribution,
  samplingLogits,
  samplingScore,
  samplingShapes,
  samplingTemperature,
  uncertainty,
} from "./sampling-scores.ts";

export { uniformNegatives } from "./uniform-negatives.ts";
export { type WeightedNegativesOptions, weightedNegatives } from "./weighted-negatives.ts";
