import type { Sentence } from "../../data/index.ts";
/** Whether some sentences are complete and others are not. */
export function isMixed(sentences: readonly Sentence[]): boolean {
  return new Set(sentences.map(({ completeness }) => completeness === "complete")).size === 2;
}
