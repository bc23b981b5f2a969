import { formatNumber } from "../../format.ts";
import type { FixedTick } from "../../report/index.ts";

/** Scores nearer to 0 or 1 than these share one position. In odds, as powers of ten. */
const LOWEST = -2.5;
const HIGHEST = 6.5;

const marked = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.999999];

/**
 * The position of a score on an axis. Models are so sure of most entities that their scores would all lie at the right edge: so the
 * axis shows log-odds to base 10, where 0.99 is as far from 0.999 as 0.9 from 0.99.
 */
export function scorePlace(score: number): number {
  return Math.min(HIGHEST, Math.max(LOWEST, Math.log10(score / (1 - score))));
}

/** The score at a position: the inverse. */
export function scoreAt(place: number): number {
  return 1 / (1 + 10 ** -place);
}

export const scoreTicks: readonly FixedTick[] = marked.map((score) => ({
  value: scorePlace(score),
  text: String(score),
}));

/** The edges of bars that are equally wide on the axis, as scores; the outer bars include what lies beyond. */
export function scoreEdges(): number[] {
  const inner = Array.from({ length: 2 * (HIGHEST - LOWEST) - 1 }, (_, i) => LOWEST + (i + 1) / 2);
  return [0, ...inner.map(scoreAt), 1];
}

/** A score with enough digits to tell it from 1. */
export function formatScore(score: number): string {
  if (score === 1) return "1";
  const digits = Math.max(2, Math.ceil(-Math.log10(1 - score)) + 1);
  return formatNumber(score, Math.min(digits, 7));
}
