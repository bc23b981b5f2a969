import type { OffsetUnit } from "../text/index.ts";
import type { Completeness } from "./completeness.ts";
import type { FilePosition, ReadLog } from "./read-log.ts";
import type { Sentence } from "./sentence.ts";
import type { TagScheme } from "./tag-scheme.ts";

/**
 * A sentence as a format's reader found it, before the checks and defaults that are
 * the same for all formats (`finishDraft`): its completeness may not be stated, and
 * its entities may be bad.
 */
export type Draft = Omit<Sentence, "completeness" | "source"> & {
  readonly completeness?: Completeness;
  readonly source?: string;
  /** Where the sentence begins. */
  readonly at: FilePosition;
};

/** What a caller may say about the files being read. Each format uses what concerns it. */
export interface ReadOptions {
  readonly log: ReadLog;
  /** Column files: the tagging scheme; found from the tags if absent. */
  readonly scheme?: TagScheme;
  /** Column files: index of the token column, 0 if absent. */
  readonly tokenColumn?: number;
  /** Column files: indexes of the tag columns (several for nested layers; negative counts from the right). */
  readonly tagColumns?: readonly number[];
  /** Character-offset formats: what the file counts in, where it differs from the format's custom. */
  readonly offsetUnit?: OffsetUnit;
  /** Told how many bytes were read, piece by piece, for progress. Formats that are not read from front to back do not. */
  readonly onBytes?: (bytes: number) => void;
  /** Hugging Face files: the names behind numeric `ner_tags`. */
  readonly tagNames?: readonly string[];
}

/** What a caller may say about the file being written. */
export interface WriteOptions {
  readonly log: ReadLog;
  readonly scheme?: TagScheme;
  readonly offsetUnit?: OffsetUnit;
}

/**
 * One file format. `read` streams, so memory stays flat however large the file is;
 * `write` leaves either the whole file or nothing.
 */
export interface Format {
  readonly name: string;
  /** One line for `--help`. */
  readonly title: string;
  read(path: string, options: ReadOptions): AsyncIterable<Draft>;
  /** Absent where the format cannot hold labels (plain text). */
  write?(
    path: string,
    sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
    options: WriteOptions,
  ): Promise<void>;
}
