import { samplerOptions } from "../../src/methods/sampler-options.ts";
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

/** Samplers of METHODS §3: uniform, the three shapes of weighted, and other exponents of one of them. */
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
  return [
    variant(UNIFORM, UNIFORM, "uniform", []),
    weighted("softmax"),
    weighted("power"),
    weighted("safe"),
    weighted("power", 4),
    weighted("power", 16),
  ];
}

/** What `weighted` does unless told otherwise. */
export function defaultSampler(): { readonly shape: string; readonly power: number } {
  const sampler = samplerOptions.parse({ kind: "weighted" });
  if (sampler.kind !== "weighted") throw new Error("the sampler is not what was asked for");
  return sampler;
}
