import { labelFrequencyOf, totalOf } from "./label-frequency.ts";
import type { RankedSpans } from "./ranked-spans.ts";

/** Shares of the labelled spans that are tried. */
const TRIED: readonly number[] = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

/** Fewer spans than this show nothing. */
const FEWEST = 100;

/** So many standard errors are no chance any more. */
const BEYOND_CHANCE = 2.5;

/** Tops with more chance in them than this many times that of the best would blur the interval and tell nothing. */
const COARSEST = 2;

/** What is counted down to some score. */
interface Top {
  readonly top: number;
  readonly labelled: number;
  readonly seen: number;
}

/**
 * How far down from the surest spans it pays to look for the share of entities that is labelled: the fewer, the more
 * surely all of them are entities, and the more, the less is left to chance.
 *
 * As long as all are entities, the share that is labelled is the same all the way down. So the best is the widest top
 * whose lower part does not have fewer labels than its upper part, beyond chance, wherever the line between them is drawn.
 *
 * @returns the best first, then others that are about as good
 */
export function plausibleTops(ranked: readonly RankedSpans[]): readonly number[] {
  const tried = TRIED.map((top): Top => {
    const { labelled, seen } = totalOf(labelFrequencyOf(ranked, { top }).values());
    return { top, labelled, seen };
  });
  const sound = tried.filter((top, i) => tried.slice(0, i).every((upper) => !isFalling(upper, top)));
  const best = sound.at(-1)!;
  const others = tried.filter(
    (top) =>
      top !== best && top.seen >= FEWEST && errorOf(top) <= COARSEST * errorOf(best) && !isFalling(best, top),
  );
  return [best.top, ...others.map(({ top }) => top)];
}

/** Whether the share of labels falls, beyond chance, from an upper part of a top to the rest of it. */
function isFalling(upper: Top, whole: Top): boolean {
  const rest = { labelled: whole.labelled - upper.labelled, seen: whole.seen - upper.seen };
  if (upper.seen < FEWEST || rest.seen < FEWEST) return false;
  const distance = upper.labelled / upper.seen - rest.labelled / rest.seen;
  return distance > BEYOND_CHANCE * Math.hypot(errorOf(upper), errorOf(rest));
}

/** The standard error of a share, with one more of each kind: a few that are all labelled are no certainty. */
function errorOf({ labelled, seen }: Omit<Top, "top">): number {
  const share = (labelled + 1) / (seen + 2);
  return Math.sqrt((share * (1 - share)) / (seen + 2));
}
