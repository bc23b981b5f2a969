import { meanText } from "./mean-and-sd.ts";
import type { BenchEntry } from "./table.ts";

/** Precision and recall of an entry: `70.11 ± 0.52 / 75.94 ± 0.31`. */
export function ratesText(entry: BenchEntry | undefined): string {
  if (entry?.precision === undefined || entry.recall === undefined) return "";
  return `${meanText(entry.precision)} / ${meanText(entry.recall)}`;
}

/** Three stars are p < 0.001, two p < 0.01, one p < 0.05. */
export function stars(p: number | undefined): string {
  if (p === undefined) return "";
  return p < 0.001 ? "***" : p < 0.01 ? "**" : p < 0.05 ? "*" : "";
}

/** The F1 of an entry as tables show it: `72.91 ± 0.40 **`, with a note while seeds are missing. */
export function entryText(entry: BenchEntry | undefined): string {
  if (entry === undefined) return "";
  const { f1, runs, p } = entry;
  if (f1 === undefined) return "not run yet";
  const parts = [
    meanText(f1),
    ...(stars(p) === "" ? [] : [stars(p)]),
    ...(f1.count < runs.length ? [`(${f1.count} of ${runs.length} seeds)`] : []),
  ];
  return parts.join(" ");
}
