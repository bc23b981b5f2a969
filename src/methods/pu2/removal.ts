import { ceilProduct } from "../../ceil-product.ts";
import { entryAt, zip } from "../../entries.ts";

/**
 * The ⌈λm⌉ smallest of `m` values, as flags in their order; of equal ones the first. What is no number is never
 * among them.
 *
 * @param share λ
 */
export function smallestValues(values: Float32Array, share: number): Uint8Array {
  const flags = new Uint8Array(values.length);
  const sorted = values.slice().sort();
  let sound = sorted.length;
  // A typed array puts NaN last.
  while (sound > 0 && Number.isNaN(sorted[sound - 1])) sound--;
  const wanted = Math.min(ceilProduct(share, values.length), sound);
  if (wanted === 0) return flags;
  const border = entryAt(sorted, wanted - 1);
  let atBorder = wanted;
  for (const value of values) if (value < border) atBorder--;
  for (const [i, value] of values.entries()) {
    if (value < border) flags[i] = 1;
    else if (value === border && atBorder > 0) {
      flags[i] = 1;
      atBorder--;
    }
  }
  return flags;
}

/** How well what was removed agrees with what should have been. */
interface RemovalQuality {
  /** The share of removed words that are part of a masked entity. */
  readonly precision: number;
  /** The share of words of masked entities that were removed. */
  readonly recall: number;
}

/** Compares flags of removed words with flags of words of masked entities. [PU2, Fig. 3] */
export function removalQuality(removed: Uint8Array, hidden: Uint8Array): RemovalQuality {
  let [both, inRemoved, inHidden] = [0, 0, 0];
  for (const [isRemoved, isHidden] of zip(removed, hidden)) {
    inRemoved += isRemoved;
    inHidden += isHidden;
    both += isRemoved & isHidden;
  }
  return {
    precision: inRemoved === 0 ? 0 : both / inRemoved,
    recall: inHidden === 0 ? 0 : both / inHidden,
  };
}
