import { median } from "../engine/median.ts";

/** What one side did while it was its turn. */
export interface Turn {
  readonly words: number;
  readonly seconds: number;
}

/** Words per second. */
export function speedOf({ words, seconds }: Turn): number {
  return words / seconds;
}

/** The turns of one side, in words per second. */
interface Speeds {
  readonly best: number;
  readonly median: number;
  /** Median over the turns of this side's speed over the other's in the same round: what is slow in one round is slow for both. */
  readonly ratio: number;
}

export function speedsOf(own: readonly Turn[], other: readonly Turn[]): Speeds {
  const speeds = own.map(speedOf);
  return {
    best: Math.max(...speeds),
    median: median(speeds),
    ratio: median(speeds.map((speed, round) => speed / speedOf(other[round]!))),
  };
}
