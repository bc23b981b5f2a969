import { removalQuality, smallestValues } from "../../src/methods/pu2/removal.ts";

/** The values of λ that the paper tries. [PU2, §Hyperparameters] */
export const paperShares: readonly number[] = [0.1 / 32, 0.1 / 16, 0.1 / 8, 0.1 / 4, 0.1 / 2, 0.1];

/** All values of λ that are looked at: those of the paper, and on until all words are removed. */
export const removedShares: readonly number[] = [
  ...paperShares,
  ...[15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100].map((percent) => percent / 100),
];

/** How the removed words compare with those of hidden entities, for one λ. */
export interface Removal {
  readonly share: number;
  readonly precision: number;
  readonly recall: number;
}

/** What O-values say of the ranked words after an epoch. */
export interface EpochMeasures {
  readonly epoch: number;
  /** The mean O-value of words of hidden entities. */
  readonly hidden: number;
  /** The mean O-value of words that are in no entity. */
  readonly outside: number;
  /** How often a word of the first kind has a smaller O-value than one of the second: ½ by chance, 1 at best. */
  readonly toldApart: number;
  readonly removals: readonly Removal[];
}

/** Looks at the O-values of all ranked words. [PU2, Fig. 2, 3] */
export function epochMeasures(epoch: number, values: Float32Array, hidden: Uint8Array): EpochMeasures {
  const [sums, counts] = [
    [0, 0],
    [0, 0],
  ];
  values.forEach((value, i) => {
    sums[hidden[i]!]! += value;
    counts[hidden[i]!]! += 1;
  });
  return {
    epoch,
    hidden: sums[1]! / counts[1]!,
    outside: sums[0]! / counts[0]!,
    toldApart: toldApart(values, hidden),
    removals: removedShares.map((share) => ({
      share,
      ...removalQuality(smallestValues(values, share), hidden),
    })),
  };
}

/** The share of pairs of a hidden and another word that are in the right order; equal values count half. */
function toldApart(values: Float32Array, hidden: Uint8Array): number {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  let [right, hiddenBefore, others] = [0, 0, 0];
  for (let first = 0; first < order.length; ) {
    let [ownHidden, end] = [0, first];
    for (; end < order.length && values[order[end]!] === values[order[first]!]; end++) {
      ownHidden += hidden[order[end]!]!;
    }
    const own = end - first - ownHidden;
    right += own * (hiddenBefore + ownHidden / 2);
    hiddenBefore += ownHidden;
    others += own;
    first = end;
  }
  return right / (hiddenBefore * others);
}
