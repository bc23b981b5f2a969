import { samplerOptions } from "../../src/methods/sampler-options.ts";
import { samplingShapes } from "../../src/samplers/index.ts";
import type { Cell } from "../results/cell.ts";

/** A sampler that is compared: a cell, and how it is called. */
export interface Variant {
  readonly title: string;
  readonly cell: Cell;
}

export interface VariantSettings {
  readonly p: number;
  readonly epochs: number;
  readonly sentences: number | null;
  readonly set: readonly string[];
}

/** The name of the sampler that all others are compared with. */
export const UNIFORM = "uniform";

/** Uniform, every shape of the weighted sampler, and other exponents of its default shape. */
export function samplerVariants({ p, epochs, sentences, set }: VariantSettings): Variant[] {
  const variant = (name: string, title: string, method: string, own: readonly string[]): Variant => ({
    title,
    cell: {
      name: `missampling-${name}`,
      encoder: "cnn",
      method,
      p,
      seed: 1,
      epochs,
      minutes: null,
      set: [...set, ...own],
      sentences,
    },
  });
  const weighted = (shape: string, power?: number) =>
    variant(
      power === undefined ? shape : `${shape}-${power}`,
      power === undefined ? shape : `${shape}, μ = ${power}`,
      "weighted",
      [`sampler.shape=${shape}`, ...(power === undefined ? [] : [`sampler.power=${power}`])],
    );
  const { shape, power } = defaultSampler();
  return [
    variant(UNIFORM, UNIFORM, "uniform", []),
    ...samplingShapes.map((one) => weighted(one)),
    weighted(shape, power / 2),
    weighted(shape, power * 2),
  ];
}

/** What `weighted` does unless told otherwise. */
export function defaultSampler(): { readonly shape: string; readonly power: number } {
  const sampler = samplerOptions.parse({ kind: "weighted" });
  if (sampler.kind !== "weighted") throw new Error("the sampler is not what was asked for");
  return sampler;
}
