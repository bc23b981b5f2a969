import type { Sentence } from "../data/index.ts";
import { Random } from "../random.ts";

/** How many sentences with masked entities are looked at in each epoch. */
const SAMPLE = 400;

/** Some sentences with masked entities, the same in every epoch: what metrics about them look at. */
export function maskedSample(sentences: readonly Sentence[], seed: number): number[] {
  const masked = sentences.flatMap(({ hidden = [] }, i) => (hidden.length > 0 ? [i] : []));
  // The name of a random stream: another would draw another sample.
  return new Random(seed).fork("diagnosed").shuffled(masked).slice(0, SAMPLE);
}

/** The mean of numbers as they come; 0 of none. */
export function runningMean(): { add(value: number): void; result(): number } {
  let [sum, count] = [0, 0];
  return {
    add(value) {
      sum += value;
      count++;
    },
    result: () => (count === 0 ? 0 : sum / count),
  };
}
