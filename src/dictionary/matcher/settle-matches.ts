import type { Entity } from "../../data/index.ts";
import type { Conflict } from "../match-options.ts";

/** A phrase of the dictionary found in a sentence. `entry` says which: `dictionary.phrase(entry)`. */
export interface Match extends Entity {
  readonly entry: number;
}

/** A label's place in the dictionary's order of labels. */
type Rank = (label: string) => number;

/** From left to right the longest match at each word; the next one starts `skip` words after its end or later. */
export function leftmostLongest(matches: readonly Match[], skip: number): Match[] {
  const sorted = [...matches].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Match[] = [];
  let from = 0;
  for (const match of sorted) {
    if (match.start < from) continue;
    kept.push(match);
    from = match.end + skip;
  }
  return kept;
}

/** Applies a conflict policy to matches of different labels that share words. */
export function settleConflicts(matches: readonly Match[], conflict: Conflict, rank: Rank): Match[] {
  switch (conflict) {
    case "keep-both":
      return [...matches];
    case "drop":
      return dropAmbiguous(matches);
    case "drop-tokens":
      return dropSharedTokens(matches);
    case "first":
      return keepBest(matches, (a, b) => rank(a.label) - rank(b.label) || a.start - b.start || b.end - a.end);
    case "longest":
      return keepBest(
        matches,
        (a, b) => width(b) - width(a) || a.start - b.start || rank(a.label) - rank(b.label),
      );
  }
}

/** Joins matches of one label that touch or overlap; the first one's entry stands for all. */
export function mergeTouching(matches: readonly Match[]): Match[] {
  const merged: Match[] = [];
  const lastOf = new Map<string, number>();
  for (const match of [...matches].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const at = lastOf.get(match.label) ?? -1;
    const last = merged[at];
    if (last !== undefined && match.start <= last.end) {
      merged[at] = { ...last, end: Math.max(last.end, match.end) };
    } else {
      lastOf.set(match.label, merged.length);
      merged.push(match);
    }
  }
  return merged;
}

/** Reading order: by start, the wider first, then in the dictionary's order of labels. */
export function inReadingOrder(matches: Match[], rank: Rank): Match[] {
  return matches.sort((a, b) => a.start - b.start || b.end - a.end || rank(a.label) - rank(b.label));
}

function width(match: Match): number {
  return match.end - match.start;
}

// Matches that stand together at a word have one label, so it is enough to remember that label.
function keepBest(matches: readonly Match[], better: (a: Match, b: Match) => number): Match[] {
  const owner = new Map<number, string>();
  return [...matches].sort(better).filter(({ start, end, label }) => {
    for (let word = start; word < end; word++) if ((owner.get(word) ?? label) !== label) return false;
    for (let word = start; word < end; word++) owner.set(word, label);
    return true;
  });
}

function dropAmbiguous(matches: readonly Match[]): Match[] {
  const shared = sharedTokens(matches);
  if (shared.size === 0) return [...matches];
  return matches.filter(({ start, end }) => {
    for (let word = start; word < end; word++) if (shared.has(word)) return false;
    return true;
  });
}

function dropSharedTokens(matches: readonly Match[]): Match[] {
  const shared = sharedTokens(matches);
  if (shared.size === 0) return [...matches];
  return matches.flatMap((match) => {
    const rests: Match[] = [];
    let start = match.start;
    for (let word = match.start; word <= match.end; word++) {
      if (word < match.end && !shared.has(word)) continue;
      if (word > start) rests.push({ ...match, start, end: word });
      start = word + 1;
    }
    return rests;
  });
}

// The words that matches of two labels cover.
function sharedTokens(matches: readonly Match[]): Set<number> {
  const owner = new Map<number, string>();
  const shared = new Set<number>();
  for (const { start, end, label } of matches) {
    for (let word = start; word < end; word++) {
      const other = owner.get(word);
      if (other === undefined) owner.set(word, label);
      else if (other !== label) shared.add(word);
    }
  }
  return shared;
}
