import { readFile } from "node:fs/promises";
import type { SentenceCounts } from "../../evaluation/index.ts";
import { runPaths } from "../run/run-folder.ts";

/** What was counted in each test sentence of a run that is done. */
export async function readSentenceCounts(out: string, name: string): Promise<SentenceCounts> {
  const { counts } = runPaths(out, name);
  const { correct, predicted, gold } = JSON.parse(await readFile(counts, "utf8")) as Record<
    "correct" | "predicted" | "gold",
    number[]
  >;
  return {
    length: gold.length,
    correct: Int32Array.from(correct),
    predicted: Int32Array.from(predicted),
    gold: Int32Array.from(gold),
  };
}

/**
 * The counts of several seeds, added up sentence by sentence. Runs with other seeds answer the same sentences, so what
 * may be swapped between two methods is all answers to a sentence together: taken as so many more sentences, seeds
 * would make any difference look certain.
 */
export function sumOverSeeds(list: readonly SentenceCounts[]): SentenceCounts {
  const length = list[0]?.length ?? 0;
  if (list.some((one) => one.length !== length)) throw new Error("seeds were tested on different sentences");
  const sum = (column: "correct" | "predicted" | "gold") =>
    Int32Array.from({ length }, (_, i) => list.reduce((total, one) => total + one[column][i]!, 0));
  return { length, correct: sum("correct"), predicted: sum("predicted"), gold: sum("gold") };
}
