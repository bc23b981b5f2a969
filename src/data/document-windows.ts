import { z } from "zod";
import { type Completeness, formatCompleteness } from "./completeness.ts";

/** How the sentences of a document are read together, as windows. */
export const documentReading = z.strictObject({
  words: z
    .int()
    .positive()
    .default(128)
    .describe("Most words of a window; a longer sentence is one by itself"),
  overlap: z
    .int()
    .nonnegative()
    .default(16)
    .describe("A window begins with the last sentences of the one before it, at most so many words of them"),
  by: z
    .enum(["doc", "file"])
    .default("doc")
    .describe(
      "Which sentences are of one document: those with the same `doc`, or, where documents are not marked, all of a file",
    ),
});

export type DocumentReading = z.output<typeof documentReading>;

/** What tells where a document begins and ends. */
export interface InDocument {
  readonly tokens: readonly unknown[];
  readonly doc?: string;
  readonly source?: string;
  readonly completeness?: Completeness;
}

/** Sentences `first` … `end` − 1, read as one. */
interface DocumentWindow {
  readonly first: number;
  readonly end: number;
}

/**
 * Cuts documents into windows of whole sentences, from left to right, each as long as it may be. Sentences of one document
 * must be consecutive. A window also ends where completeness changes, so all its sentences have the same.
 */
export function documentWindows(
  sentences: readonly InDocument[],
  { words, overlap, by }: DocumentReading,
): DocumentWindow[] {
  const windows: DocumentWindow[] = [];
  const lengthOf = (at: number) => sentences[at]!.tokens.length;
  const belongs = (at: number) =>
    at < sentences.length && isSameDocument(sentences[at - 1]!, sentences[at]!, by);
  for (let first = 0; first < sentences.length; ) {
    let end = first + 1;
    for (let total = lengthOf(first); belongs(end) && total + lengthOf(end) <= words; end++) {
      total += lengthOf(end);
    }
    windows.push({ first, end });
    let next = end;
    if (belongs(end)) {
      // The overlap must leave room for the next new sentence.
      const room = Math.min(overlap, words - lengthOf(end));
      for (let again = 0; next - 1 > first && again + lengthOf(next - 1) <= room; next--) {
        again += lengthOf(next - 1);
      }
    }
    first = next;
  }
  return windows;
}

function isSameDocument(one: InDocument, other: InDocument, by: DocumentReading["by"]): boolean {
  if (by === "doc" && one.doc === undefined) return false;
  return one.doc === other.doc && one.source === other.source && labelsOf(one) === labelsOf(other);
}

function labelsOf({ completeness }: InDocument): string | undefined {
  return completeness === undefined ? undefined : formatCompleteness(completeness);
}
