import type { RunResult } from "../../src/bench/index.ts";
import { type MeanAndSd, meanAndSd } from "../../src/bench/report/mean-and-sd.ts";
import type { Variant } from "./variants.ts";

/** What one sampler did at one p, over seeds. */
export interface SamplerSummary {
  readonly title: string;
  readonly p: number;
  /** In percent: the mean over epochs, and in the last one. */
  readonly missampling: MeanAndSd;
  readonly lastMissampling: number;
  /** In percent, by epoch. */
  readonly byEpoch: {
    readonly missampling: readonly number[];
    readonly hiddenNonEntity: readonly number[];
    readonly devF1: readonly number[];
  };
  /** Mean over epochs. */
  readonly drawnEntropy: number;
  readonly devF1: MeanAndSd;
  readonly testF1: MeanAndSd;
}

/** The samplers whose runs are done, by p and in order. */
export function summarise(
  variants: readonly Variant[],
  results: ReadonlyMap<string, RunResult>,
): SamplerSummary[] {
  const groups = new Map<string, { readonly variant: Variant; readonly runs: RunResult[] }>();
  for (const variant of variants) {
    const result = results.get(variant.run.name);
    if (result === undefined) continue;
    const key = `${variant.p} ${variant.title}`;
    const group = groups.get(key) ?? { variant, runs: [] };
    group.runs.push(result);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ variant: { title, p }, runs }): SamplerSummary => {
      const values = (key: string) =>
        runs.map((run) => run.perEpoch.map(({ diagnostics }) => 100 * measured(diagnostics, key)));
      const missampling = values("missampling");
      return {
        title,
        p,
        missampling: over(missampling.map(mean)),
        lastMissampling: mean(missampling.map((own) => own.at(-1)!)),
        byEpoch: {
          missampling: meansByEpoch(missampling),
          hiddenNonEntity: meansByEpoch(values("hiddenNonEntity")),
          devF1: meansByEpoch(runs.map((run) => run.perEpoch.map(({ dev }) => dev!.f1))),
        },
        drawnEntropy: mean(values("drawnEntropy").map(mean)) / 100,
        devF1: over(runs.map((run) => run.dev.f1)),
        testF1: over(runs.map((run) => run.test.f1)),
      };
    })
    .sort((a, b) => a.p - b.p);
}

/** A measurement of an epoch; the masked data must have given it. */
function measured(diagnostics: Readonly<Record<string, number>>, key: string): number {
  const value = diagnostics[key];
  if (value === undefined)
    throw new Error(`"${key}" was not measured: the training data has no hidden entities`);
  return value;
}

function meansByEpoch(runs: readonly (readonly number[])[]): number[] {
  const epochs = Math.min(...runs.map(({ length }) => length));
  return Array.from({ length: epochs }, (_, epoch) => mean(runs.map((own) => own[epoch]!)));
}

function over(values: readonly number[]): MeanAndSd {
  return meanAndSd(values)!;
}

function mean(values: readonly number[]): number {
  return over(values).mean;
}
