import type { Span } from "../data/index.ts";
import type { CandidateSpans } from "./candidate-spans.ts";

/** Every unlabelled span as a negative: the baseline that missing labels break. */
export function allNegatives(candidates: CandidateSpans): Span[] {
  return Array.from({ length: candidates.count }, (_, index) => candidates.at(index));
}
