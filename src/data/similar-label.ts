import { editDistance, nearestName } from "../nearest-name.ts";

/** The label that `given` most likely stands for: another spelling (`Pers`, `PER`), or short for it (`PER`, `PERSON`). */
export function similarLabel(given: string, labels: Iterable<string>): string | undefined {
  const all = [...labels].filter((label) => label !== given);
  const short = all.find((label) => isShortFor(label, given) || isShortFor(given, label));
  if (short !== undefined) return short;
  const near = nearestName(given, all);
  // Labels are short, and two edits lead from PER to GPE: those of up to four letters may differ by one.
  if (near === undefined || Math.min(given.length, near.length) > 4) return near;
  return editDistance(given.toLowerCase(), near.toLowerCase()) <= 1 ? near : undefined;
}

/** How many letters a label must share to be the beginning of another, and not only begin alike. */
const SHORTEST = 3;

function isShortFor(short: string, long: string): boolean {
  return short.length >= SHORTEST && long.toLowerCase().startsWith(short.toLowerCase());
}
