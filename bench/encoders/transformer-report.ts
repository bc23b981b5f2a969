import { cpus, loadavg } from "node:os";
import type { TaggedSentences } from "./tagged-sentences.ts";
import { compareInference, type InferenceOptions } from "./transformer-inference.ts";
import { miniLm, noMiniLm } from "./transformer-rows.ts";

interface ReportOptions extends InferenceOptions {
  /** How many sentences are encoded in each turn. */
  readonly sentences: number;
}

/** Prints how fast a real transformer encodes packed batches, against the same weights in padded ones. */
export async function reportInference(corpus: TaggedSentences, options: ReportOptions): Promise<void> {
  if (noMiniLm !== undefined)
    return console.log(`transformer, packed against padded: not measured, ${noMiniLm}`);
  const chosen = runsOf(corpus.words, options.sentences);
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; ${options.threads} threads; MiniLM (6 × 384) on ${chosen.length} sentences of CoNLL-03 train`,
  );
  const { contenders, pieces, padded, gap } = await compareInference(miniLm, chosen, options);
  console.log(
    `${whole(pieces)} pieces, ${whole(padded)} with the peer's padding; both sides' vectors differ by at most ${gap.toExponential(1)}\n`,
  );
  console.log("encoded:  words/s  (per processor s)   × peer  (by processor)");
  for (const { title, wall, processor, faster } of contenders) {
    const ratios = `${faster.wall.toFixed(2).padStart(6)}   ${faster.processor.toFixed(2).padStart(6)}`;
    console.log(
      `${whole(wall).padStart(17)} ${whole(processor).padStart(12)}        ${ratios}        ${title}`,
    );
  }
}

export function whole(number: number): string {
  return Math.round(number).toLocaleString("en");
}

/** Runs of 32 neighbouring sentences from all over the corpus: ragged as text is. */
function runsOf<T>(all: readonly T[], count: number): T[] {
  const runs = Math.ceil(count / 32);
  const step = Math.floor(all.length / runs);
  return Array.from({ length: runs }, (_, run) => all.slice(run * step, run * step + 32)).flat();
}
