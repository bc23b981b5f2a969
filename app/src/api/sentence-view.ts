import type { Entity } from "./span.ts";

/** A sentence as it is labelled now, decisions applied. */
export interface SentenceView {
  readonly sentence?: number;
  readonly tokens: readonly string[];
  /** The running text, and where each word stands in it (UTF-16 units). */
  readonly text?: string;
  readonly offsets?: readonly (readonly [start: number, end: number])[];
  readonly entities: readonly Entity[];
  /** The ids of all suggestions about this sentence. */
  readonly suggestions?: readonly number[];
  readonly dir?: "ltr" | "rtl" | "auto";
  readonly doc?: string;
  readonly source?: string;
}
