import { entryAt } from "../../entries.ts";

/** Pieces `[start, end)` of a sentence that the model reads together. */
interface Window {
  readonly start: number;
  readonly end: number;
}

interface WindowPlan {
  readonly windows: readonly Window[];
  /** For each piece, the window that its vector is taken from. */
  readonly home: Int32Array;
}

interface WindowOptions {
  /** Pieces per window. */
  readonly room: number;
  /** Roughly how many pieces of a window are read again in the next. */
  readonly overlap: number;
}

/**
 * Splits the pieces of a sentence into overlapping windows, so that nothing is cut off.
 *
 * A word stays whole within a window; only a word with more pieces than a window holds is split, into as few parts as
 * possible. Each word (or part) takes its vector from the window where it is farthest from an edge and so has most
 * context. The two ends of the sentence are not edges.
 *
 * @param counts the number of pieces of each word
 */
export function planWindows(counts: readonly number[], { room, overlap }: WindowOptions): WindowPlan {
  const starts = unitStarts(counts, room);
  const units = starts.length - 1;
  const startOf = (unit: number) => entryAt(starts, unit);
  const total = startOf(units);
  if (total <= room) return { windows: [{ start: 0, end: total }], home: new Int32Array(total) };
  const spans: { first: number; end: number }[] = [];
  for (let first = 0; ; ) {
    let end = first;
    while (end < units && startOf(end + 1) - startOf(first) <= room) end++;
    spans.push({ first, end });
    if (end === units) break;
    let next = end;
    while (next - 1 > first && startOf(end) - startOf(next - 1) <= overlap) next--;
    // What is read again must leave room for the unit that comes next.
    while (startOf(end + 1) - startOf(next) > room) next++;
    first = next;
  }
  return {
    windows: spans.map(({ first, end }) => ({ start: startOf(first), end: startOf(end) })),
    home: homes(starts, spans),
  };
}

/** The start of each unit (a word, or a part of one that is too long); the last entry is the end. */
function unitStarts(counts: readonly number[], room: number): number[] {
  const starts = [0];
  let at = 0;
  for (const count of counts) {
    if (count === 0) continue;
    const parts = Math.ceil(count / room);
    for (let part = 1; part <= parts; part++) starts.push(at + Math.floor((part * count) / parts));
    at += count;
  }
  return starts;
}

function homes(starts: readonly number[], spans: readonly { first: number; end: number }[]): Int32Array {
  const units = starts.length - 1;
  const startOf = (unit: number) => entryAt(starts, unit);
  const home = new Int32Array(startOf(units));
  const best = new Float64Array(units).fill(-1);
  spans.forEach(({ first, end }, window) => {
    for (let unit = first; unit < end; unit++) {
      const before = first === 0 ? Infinity : startOf(unit) - startOf(first);
      const after = end === units ? Infinity : startOf(end) - startOf(unit + 1);
      const distance = Math.min(before, after);
      if (distance <= entryAt(best, unit)) continue;
      best[unit] = distance;
      home.fill(window, startOf(unit), startOf(unit + 1));
    }
  });
  return home;
}
