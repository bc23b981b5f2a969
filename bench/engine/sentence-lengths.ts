import type { Random } from "../../src/random.ts";

/** How many sentences of CoNLL-03's training part have 1, 2, 3, … words (two of 78 and 113 words left out). */
const counts = [
  179, 1129, 586, 771, 751, 625, 904, 1056, 894, 503, 407, 324, 354, 293, 279, 235, 233, 198, 195, 214, 213,
  217, 210, 221, 223, 212, 202, 217, 216, 194, 209, 186, 173, 155, 135, 124, 102, 98, 109, 80, 72, 64, 52, 45,
  40, 27, 21, 18, 13, 15, 10, 11, 3, 4, 5, 1, 3, 2, 2, 2, 0, 2, 0, 0, 0, 0, 1,
];

const total = counts.reduce((sum, count) => sum + count, 0);

/** A sentence length as in CoNLL-03. */
export function sentenceLength(random: Random): number {
  let left = random.below(total);
  let length = 0;
  while (left >= counts[length]!) left -= counts[length++]!;
  return length + 1;
}
