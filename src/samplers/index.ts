export { allNegatives } from "./all-negatives.ts";
export { type CandidateSpans, candidateSpans } from "./candidate-spans.ts";
export { fractionNegatives } from "./fraction-negatives.ts";
export { drawCount, rateFor } from "./negative-rate.ts";
export {
  expectedEntities,
  hardness,
  samplingDistribution,
  samplingLogits,
  samplingShapes,
  samplingTemperature,
  uncertainty,
} from "./sampling-scores.ts";
export { uniformNegatives } from "./uniform-negatives.ts";
export { weightedNegatives } from "./weighted-negatives.ts";
