import type { Completeness } from "./completeness.ts";
import type { Entity } from "./span.ts";

/** Where one word is in its sentence's `text`: UTF-16 units, end exclusive. */
export type Offset = readonly [start: number, end: number];

/**
 * One labelled sentence (or short text): the unit that every reader yields and
 * every writer takes. Entities may nest and overlap. Immutable: changes make a copy.
 */
export interface Sentence {
  readonly tokens: readonly string[];
  readonly entities: readonly Entity[];
  /** What an unlabelled span of this sentence means. */
  readonly completeness: Completeness;
  /** The file the sentence first came from (its base name), kept through every later step. */
  readonly source: string;
  /** The running text, where the format has it. */
  readonly text?: string;
  /** One per token, into `text`; present exactly when `text` is. */
  readonly offsets?: readonly Offset[];
  /** The document the sentence belongs to. Splits keep documents whole. */
  readonly doc?: string;
  /**
   * Where `text` begins in the text of the document: UTF-16 units. Where sentences were cut from one text, each reaches to the
   * beginning of the next, so that together they are that text again.
   */
  readonly textStart?: number;
  /** What the record that it came from calls itself; given back where the record is written again. */
  readonly id?: string | number;
  /** What else that record says, any JSON value; given back too, and never looked at. */
  readonly meta?: unknown;
  /** What masking took out. Only diagnostics read it. */
  readonly hidden?: readonly Entity[];
  /** Words about which nothing is known, even if the sentence is complete. Ascending. */
  readonly unknown?: readonly number[];
  /** Words known to lie in no entity, even if the sentence is partial. Ascending. */
  readonly outside?: readonly number[];
}

/** The first offset that is not in the text, or begins before the one before it ends. */
export function misplacedOffset(offsets: readonly Offset[], text: string): Offset | undefined {
  let previous = 0;
  for (const offset of offsets) {
    const [start, end] = offset;
    const isSound = Number.isInteger(start) && Number.isInteger(end) && start >= previous && end >= start;
    if (!isSound || end > text.length) return offset;
    previous = end;
  }
  return undefined;
}
