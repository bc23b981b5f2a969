import { type Completeness, formatCompleteness } from "./completeness.ts";
import type { DocumentReading } from "./document-reading.ts";

/** What is asked of a sentence to know where its document begins and ends. */
export interface InDocument {
  readonly tokens: readonly unknown[];
  readonly doc?: string;
  readonly source?: string;
  readonly completeness?: Completeness;
}

/** Sentences `first` … `end` − 1, which are read as if they were one. */
export interface DocumentWindow {
  readonly first: number;
  readonly end: number;
}

/**
 * Cuts documents into windows of whole sentences, from left to right, each as long as it may be. Sentences of one document stand
 * one after another. Where one of them is completely labelled and the next is not, a window ends as well: a window
 * has one kind of labels.
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
      // What is read again must leave room for the sentence that is new.
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
