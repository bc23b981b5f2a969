import type { BenchRun } from "../../src/bench/index.ts";
import { samplerOptions } from "../../src/methods/span/sampler-options.ts";
import { samplingShapes } from "../../src/samplers/index.ts";

/** A sampler that is compared: its run and its name. */
export interface Variant {
  readonly title: string;
  readonly run: BenchRun;
}

interface VariantSettings {
  readonly p: number;
  readonly epochs: number;
  /** Further keys of the config, by dotted names. */
  readonly set: BenchRun["set"];
}

/** The name of the sampler that all others are compared with. */
export const UNIFORM = "uniform";

/** Uniform, every shape of the weighted sampler, and other exponents of its default shape. */
export function samplerVariants({ p, epochs, set }: VariantSettings): Variant[] {
  const variant = (name: string, title: string, method: string, own: BenchRun["set"]): Variant => ({
    title,
    run: {
      name: `conll03-p${p}/cnn/${name}/seed1`,
      column: `conll03-p${p}`,
      row: name,
      data: {
        name: "conll03",
        train: ["conll03/train.jsonl:complete"],
        dev: "conll03/dev.jsonl",
        test: "conll03/test.jsonl",
      },
      mask: p,
      encoder: "cnn",
      method,
      seed: 1,
      epochs,
      minutes: null,
      // All samplers do all their epochs.
      set: { "stopping.patience": null, ...set, ...own },
      vectors: null,
      dictionary: null,
    },
  });
  const weighted = (shape: string, power?: number) =>
    variant(
      power === undefined ? shape : `${shape}-${power}`,
      power === undefined ? shape : `${shape}, μ = ${power}`,
      "weighted",
      { "sampler.shape": shape, ...(power !== undefined && { "sampler.power": power }) },
    );
  const { shape, power } = defaultSampler();
  return [
    variant(UNIFORM, UNIFORM, "uniform", {}),
    ...samplingShapes.map((one) => weighted(one)),
    weighted(shape, power / 2),
    weighted(shape, power * 2),
  ];
}

/** The default sampler of `weighted`. */
export function defaultSampler(): { readonly shape: string; readonly power: number } {
  const sampler = samplerOptions.parse({ kind: "weighted" });
  if (sampler.kind !== "weighted") throw new Error("the sampler is not what was asked for");
  return sampler;
}
