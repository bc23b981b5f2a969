import type { RunResult } from "../../src/bench/index.ts";
import { meanAndSd } from "../../src/bench/report/mean-and-sd.ts";
import type { Variant } from "./variants.ts";

/** What one sampler did, in figures. */
export interface SamplerSummary {
  readonly title: string;
  readonly name: string;
  /** In percent: the mean over epochs, and in the last one. */
  readonly missampling: number;
  readonly lastMissampling: number;
  /** Mean over epochs. */
  readonly drawnEntropy: number;
  /** In the last epoch. */
  readonly hiddenNonEntity: number;
  readonly devF1: number;
  readonly testF1: number;
  readonly result: RunResult;
}

/** The samplers whose runs are done, in order. */
export function summarise(
  variants: readonly Variant[],
  results: ReadonlyMap<string, RunResult>,
): SamplerSummary[] {
  return variants.flatMap(({ title, run }) => {
    const result = results.get(run.name);
    if (result === undefined) return [];
    const values = (key: string) => result.perEpoch.map(({ diagnostics }) => measured(diagnostics, key));
    return [
      {
        title,
        name: run.name,
        missampling: 100 * mean(values("missampling")),
        lastMissampling: 100 * values("missampling").at(-1)!,
        drawnEntropy: mean(values("drawnEntropy")),
        hiddenNonEntity: values("hiddenNonEntity").at(-1)!,
        devF1: result.dev.f1,
        testF1: result.test.f1,
        result,
      },
    ];
  });
}

/** A measurement of an epoch; the masked data must have given it. */
export function measured(diagnostics: Readonly<Record<string, number>>, key: string): number {
  const value = diagnostics[key];
  if (value === undefined)
    throw new Error(`"${key}" was not measured: the training data has no hidden entities`);
  return value;
}

function mean(values: readonly number[]): number {
  return meanAndSd(values)?.mean ?? Number.NaN;
}
