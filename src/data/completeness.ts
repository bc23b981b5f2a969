import { UserError } from "../errors.ts";

/**
 * What an unlabelled span means. In a `complete` sentence it is no entity. In a
 * `partial` one it is unknown: it may be an entity that the annotator missed. A
 * list says that the sentence is complete for those labels and unknown for the rest.
 */
export type Completeness = "complete" | "partial" | { readonly complete: readonly string[] };

/** Whether an unlabelled span of this sentence is known not to be a `label`. */
export function isCompleteFor(completeness: Completeness, label: string): boolean {
  if (completeness === "complete") return true;
  if (completeness === "partial") return false;
  return completeness.complete.includes(label);
}

/** Whether the sentence is complete for all labels. */
export function isComplete(completeness: Completeness): boolean {
  return completeness === "complete";
}

/** Reads `complete`, `partial` or `complete=PER,LOC`, as written after a file name or in a corpus. */
export function parseCompleteness(text: string): Completeness {
  if (text === "complete" || text === "partial") return text;
  if (text.startsWith("complete=")) {
    const labels = text.slice("complete=".length).split(",");
    if (labels.every((label) => label.trim() !== "")) {
      return { complete: [...new Set(labels.map((label) => label.trim()))] };
    }
  }
  throw new UserError(`unknown completeness "${text}"`, {
    hint: 'say "complete", "partial" or "complete=LABEL,LABEL"',
  });
}

/** The text that `parseCompleteness` reads. */
export function formatCompleteness(completeness: Completeness): string {
  return typeof completeness === "string" ? completeness : `complete=${completeness.complete.join(",")}`;
}

/** Whether some sentences are complete and others are not. */
export function isMixed(sentences: readonly { readonly completeness: Completeness }[]): boolean {
  return new Set(sentences.map(({ completeness }) => completeness === "complete")).size === 2;
}
