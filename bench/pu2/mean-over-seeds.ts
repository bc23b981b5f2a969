import type { EpochMeasures } from "./epoch-measures.ts";
import type { Exploration } from "./explore.ts";

/** What exploring showed with one kind of scores, as means over seeds. */
export interface VariantMeans {
  readonly title: string;
  readonly seeds: number;
  readonly hiddenShare: number;
  readonly perEpoch: readonly EpochMeasures[];
}

/** The means of runs that differ in their seed only. */
export function meanOverSeeds(title: string, runs: readonly Exploration[]): VariantMeans {
  const mean = (of: (run: Exploration) => number) =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  return {
    title,
    seeds: runs.length,
    hiddenShare: mean(({ hiddenShare }) => hiddenShare),
    perEpoch: runs[0]!.perEpoch.map(({ epoch, removals }, i) => ({
      epoch,
      hidden: mean(({ perEpoch }) => perEpoch[i]!.hidden),
      outside: mean(({ perEpoch }) => perEpoch[i]!.outside),
      toldApart: mean(({ perEpoch }) => perEpoch[i]!.toldApart),
      removals: removals.map(({ share }, j) => ({
        share,
        precision: mean(({ perEpoch }) => perEpoch[i]!.removals[j]!.precision),
        recall: mean(({ perEpoch }) => perEpoch[i]!.removals[j]!.recall),
      })),
    })),
  };
}
