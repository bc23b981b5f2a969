import type { Stopped } from "../../training/index.ts";
/** What dev set right about a model, in a line: `set by dev, added to scores: no name −0.5, names of several words +1`. */
export function correctionsLine(corrections: NonNullable<Stopped["corrections"]>): string {
  const moved = corrections
    .filter(([, added]) => added !== 0)
    .map(([what, added]) => `${what} ${added > 0 ? "+" : "−"}${Math.abs(added)}`);
  return `set by dev, added to scores: ${moved.length === 0 ? "nothing" : moved.join(", ")}`;
}
