/** How well what was removed agrees with what should have been. */
export interface RemovalQuality {
  /** The share of removed words that are part of a masked entity. */
  readonly precision: number;
  /** The share of words of masked entities that were removed. */
  readonly recall: number;
}

/** Compares flags of removed words with flags of words of masked entities. [PU2, Fig. 3] */
export function removalQuality(removed: Uint8Array, hidden: Uint8Array): RemovalQuality {
  let [both, inRemoved, inHidden] = [0, 0, 0];
  for (let i = 0; i < removed.length; i++) {
    inRemoved += removed[i]!;
    inHidden += hidden[i]!;
    both += removed[i]! & hidden[i]!;
  }
  return {
    precision: inRemoved === 0 ? 0 : both / inRemoved,
    recall: inHidden === 0 ? 0 : both / inHidden,
  };
}
