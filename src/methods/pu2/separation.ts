import { zip } from "../../entries.ts";

/**
 * How well values tell flagged words from the others: the chance that a flagged one has the smaller value of the two, half
 * of the ties counted; 1 at best, 0.5 by chance. (The area under the ROC curve, by the sum of ranks.)
 */
export function separation(values: readonly Float32Array[], flags: readonly Uint8Array[]): number {
  const all: { readonly value: number; readonly flag: number }[] = [];
  for (const [own, ownFlags] of zip(values, flags)) {
    for (const [value, flag] of zip(own, ownFlags)) all.push({ value, flag });
  }
  all.sort((a, b) => b.value - a.value);
  const flagged = all.reduce((sum, { flag }) => sum + flag, 0);
  const others = all.length - flagged;
  if (flagged === 0 || others === 0) return 0.5;
  let [larger, won] = [0, 0];
  for (let from = 0; from < all.length; ) {
    let [to, tiedFlagged, tiedOthers] = [from, 0, 0];
    while (to < all.length && all[to]!.value === all[from]!.value) {
      if (all[to]!.flag === 1) tiedFlagged++;
      else tiedOthers++;
      to++;
    }
    won += tiedFlagged * (larger + tiedOthers / 2);
    larger += tiedOthers;
    from = to;
  }
  return won / (flagged * others);
}
