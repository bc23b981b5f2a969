import { join } from "node:path";
import { formatPercent } from "../../evaluation/index.ts";
import { clock, formatNumber } from "../../format.ts";
import { runFiles, type Stopped } from "../../training/index.ts";
import { loud } from "./loud.ts";
import { scoreTable } from "./score-table.ts";

const reasons: Readonly<Record<Stopped["reason"], string>> = {
  epochs: "all epochs done",
  minutes: "the time is over",
  patience: "the dev score does not rise any more",
  asked: "stopped as asked",
  kept: "stopped as asked",
};

/** How a training ended and where its model is, for a person to read in a terminal. */
export function* stoppedLines(
  { reason, step, bestEpoch, best, seconds, dev, devOf, corrections, warning }: Stopped,
  out: string,
): Generator<string> {
  const when = `after step ${formatNumber(step)}, ${clock(seconds)}`;
  if (reason === "asked") {
    const again = `lacuna train --out ${/^[\w./-]+$/.test(out) ? out : JSON.stringify(out)} --resume`;
    yield `${reasons[reason]} ${when}; go on with: ${again}`;
    if (best === undefined) return;
    const score = best.score === undefined ? "" : `, dev ${formatPercent(best.score)}`;
    yield `or make a model of what there is (epoch ${best.epoch}${score}) with: ${again} --keep-best`;
    return;
  }
  yield "";
  yield `${reasons[reason]} ${when}; the model is that of epoch ${bestEpoch}`;
  if (corrections !== undefined) yield correctionsLine(corrections);
  if (dev !== undefined) {
    yield "";
    yield* scoreTable("dev", dev);
    if (devOf !== undefined) {
      yield `of ${formatNumber(dev.sentences)} of the ${formatNumber(devOf)} dev sentences, drawn at random: there was no time for all`;
    }
    yield "";
  }
  yield `model:  ${out}`;
  yield `report: ${join(out, runFiles.report)}`;
  if (warning === undefined) return;
  yield "";
  yield* loud(warning);
}

/** What dev set right about a model, in a line: `set by dev, added to scores: no name −0.5, names of several words +1`. */
export function correctionsLine(corrections: NonNullable<Stopped["corrections"]>): string {
  const moved = corrections
    .filter(([, added]) => added !== 0)
    .map(([what, added]) => `${what} ${added > 0 ? "+" : "−"}${Math.abs(added)}`);
  return `set by dev, added to scores: ${moved.length === 0 ? "nothing" : moved.join(", ")}`;
}
