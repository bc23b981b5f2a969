/** Words `start` … `end` − 1. */
type Bounds = { readonly start: number; readonly end: number };

/** Which spans may stand beside each other. */
export interface OverlapOptions {
  /** `"flat"` keeps no two entities that share a word; `"nested"` keeps all. */
  readonly mode?: "flat" | "nested";
  /** For `"nested"`: whether entities may overlap without one holding the other. */
  readonly crossing?: boolean;
}

/**
 * Decides, span by span from the best down, which may stand beside those that were kept before.
 *
 * @returns a function that says whether a span of the sentence is kept, and remembers it
 */
export function overlapFilter({ mode = "flat", crossing = true }: OverlapOptions): (span: Bounds) => boolean {
  if (mode === "nested" && crossing) return () => true;
  const kept: Bounds[] = [];
  const taken = new Set<number>();
  return ({ start, end }) => {
    if (mode === "nested") {
      if (kept.some((other) => crosses({ start, end }, other))) return false;
      kept.push({ start, end });
      return true;
    }
    for (let word = start; word < end; word++) if (taken.has(word)) return false;
    for (let word = start; word < end; word++) taken.add(word);
    return true;
  };
}

/** Whether two spans share words and neither holds the other. */
function crosses(a: Bounds, b: Bounds): boolean {
  return (
    (a.start < b.start && b.start < a.end && a.end < b.end) ||
    (b.start < a.start && a.start < b.end && b.end < a.end)
  );
}
