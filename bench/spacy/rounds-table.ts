import type { Rounds } from "./rounds.ts";
import { speedsOf } from "./turn.ts";

/** How much faster than spaCy is asked for. */
const AIM = 1.5;
/** Above this share of other programs, no verdict. */
const BUSY = 0.1;

/** Words per second of each side, and how ours stand against spaCy's. */
export function* roundsTable(
  title: string,
  { theirs, ours, others }: Rounds,
  methods: readonly string[],
): Generator<string> {
  const busy = others.reduce((sum, share) => sum + share, 0) / others.length;
  yield `${title}; other programs took ${(100 * busy).toFixed(0)} % of the machine`;
  yield "              words/s: best    median   against spaCy";
  const whole = (value: number) => Math.round(value).toLocaleString("en").padStart(9);
  const line = (name: string, best: number, median: number) =>
    `  ${name.padEnd(16)} ${whole(best)} ${whole(median)}`;
  const { best, median } = speedsOf(theirs, theirs);
  yield line("spaCy", best, median);
  for (const [i, method] of methods.entries()) {
    const { best, median, ratio } = speedsOf(ours[i]!, theirs);
    // A ratio from a busy machine proves nothing either way.
    const verdict = busy > BUSY ? "busy: no verdict" : ratio >= AIM ? "met" : `asked: ${AIM}×`;
    yield `${line(method, best, median)}   ${ratio.toFixed(2)}×   ${verdict}`;
  }
}
