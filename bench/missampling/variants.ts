import type { BenchRun } from "../../src/bench/index.ts";
import { samplerOptions } from "../../src/methods/span/sampler-options.ts";
import { samplingShapes } from "../../src/samplers/index.ts";

/** A sampler that is compared: its name, and a run for each p and seed. */
export interface Variant {
  readonly title: string;
  readonly p: number;
  readonly seed: number;
  readonly run: BenchRun;
}

interface VariantSettings {
  readonly ps: readonly number[];
  readonly seeds: number;
  readonly epochs: number;
  /** All shapes and other exponents, or the printed and the default one only. */
  readonly all: boolean;
  readonly data: BenchRun["data"];
  /** Further keys of the config, by dotted names. */
  readonly set: BenchRun["set"];
}

/** The name of the sampler that all others are compared with. */
export const UNIFORM = "uniform";

interface Sampler {
  readonly name: string;
  readonly title: string;
  readonly method: string;
  readonly set: BenchRun["set"];
}

/** Uniform, the weighted sampler as printed and as it is by default, for each p and seed; with `all`, every shape and other exponents of the default one. */
export function samplerVariants({ ps, seeds, epochs, all, data, set }: VariantSettings): Variant[] {
  const { shape, power } = defaultSampler();
  const weighted = (one: string, exponent?: number): Sampler => ({
    name: exponent === undefined ? one : `${one}-${exponent}`,
    title: exponent === undefined ? one : `${one}, μ = ${exponent}`,
    method: "weighted",
    set: { "sampler.shape": one, ...(exponent !== undefined && { "sampler.power": exponent }) },
  });
  const shapes = all ? samplingShapes : samplingShapes.filter((one) => one === "softmax" || one === shape);
  const samplers: Sampler[] = [
    { name: UNIFORM, title: UNIFORM, method: "uniform", set: {} },
    ...shapes.map((one) => weighted(one)),
    ...(all ? [weighted(shape, power / 2), weighted(shape, power * 2)] : []),
  ];
  return Array.from({ length: seeds }, (_, i) => i + 1).flatMap((seed) =>
    ps.flatMap((p) =>
      samplers.map(({ name, title, method, set: own }) => ({
        title,
        p,
        seed,
        run: {
          name: `conll03-p${p}/cnn/${name}/seed${seed}`,
          column: `conll03-p${p}`,
          row: name,
          data,
          mask: p,
          encoder: "cnn",
          method,
          seed,
          epochs,
          minutes: null,
          // All samplers do all their epochs.
          set: { "stopping.patience": null, ...set, ...own },
          vectors: null,
          dictionary: null,
        },
      })),
    ),
  );
}

/** The default sampler of `weighted`. */
export function defaultSampler(): { readonly shape: string; readonly power: number } {
  const sampler = samplerOptions.parse({ kind: "weighted" });
  if (sampler.kind !== "weighted") throw new Error("the sampler is not what was asked for");
  return sampler;
}
