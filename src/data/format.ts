import type { OffsetUnit, WordCutting } from "../text/index.ts";
import type { Completeness } from "./completeness.ts";
import type { FilePosition, ReadLog } from "./read-log.ts";
import type { Sentence } from "./sentence.ts";
import type { TagScheme } from "./tag-scheme.ts";

/**
 * A sentence as a format's reader found it, before the checks and defaults that all
 * formats share (`finishDraft`): completeness may be missing, and entities may be bad.
 */
export type Draft = Omit<Sentence, "completeness" | "source"> & {
  readonly completeness?: Completeness;
  readonly source?: string;
  /** Where its sentences begin in `text`, if the file says so; the first at 0. */
  readonly sentences?: readonly number[];
  /** Where the sentence begins. */
  readonly at: FilePosition;
};

/** Options for reading. Each format uses those that concern it. */
export interface ReadOptions {
  readonly log: ReadLog;
  /** Column and Hugging Face files: the tagging scheme (default: detected from the tags). */
  readonly scheme?: TagScheme;
  /** Column files: index of the token column (default: 0). */
  readonly tokenColumn?: number;
  /** Column files: indices of the tag columns (several for nested layers; negative ones count from the right; default: detected). */
  readonly tagColumns?: readonly number[];
  /** Character-offset formats: the unit of the offsets (default: the usual one of the format). */
  readonly offsetUnit?: OffsetUnit;
  /** Formats with running text: the field or column that holds it (default: the usual ones of the format). */
  readonly textField?: string;
  /** CSV, doccano and spaCy's JSON: the field or column that holds the entities (default: the usual ones of the format). */
  readonly labelField?: string;
  /** Gets the size of each chunk read, for progress. Not called by formats that are not read from front to back. */
  readonly onBytes?: (bytes: number) => void;
  /** Keeps each text of an annotation tool as one sentence, however long (default: texts are cut into sentences). */
  readonly wholeRecords?: boolean;
  /** How a text without words is cut into words (default: the usual way); `Tagger.cutting` is how a model wants it. */
  readonly cutting?: WordCutting;
  /** Hugging Face files: the names behind numeric `ner_tags`. */
  readonly tagNames?: readonly string[];
}

/** Options for writing. */
export interface WriteOptions {
  readonly log: ReadLog;
  readonly scheme?: TagScheme;
  readonly offsetUnit?: OffsetUnit;
  /** JSON lines: each entity with its `text` and where that is, as `lacuna predict` writes it. */
  readonly entityTexts?: boolean;
  /** Label Studio: the labels are predictions of this model, not annotations. */
  readonly predictedBy?: string;
}

/** What a writer gets: a sentence, or the consecutive sentences of one text, joined. */
export type TextRecord = Sentence & {
  /** Where the sentences begin in `text`, if they are several; the first at 0. */
  readonly sentences?: readonly number[];
};

/**
 * One file format. `read` streams, so memory stays flat however large the file is;
 * `write` leaves either the whole file or nothing.
 */
export interface Format {
  readonly name: string;
  /** One line for `--help`. */
  readonly title: string;
  /**
   * What a record is if it is no sentence: a text of any length, which `readCorpus` cuts into sentences and `writeCorpus` joins
   * again. In `lines`, every line break ends a sentence.
   */
  readonly holds?: "texts" | "lines";
  read(path: string, options: ReadOptions): AsyncIterable<Draft>;
  /** Absent where the format cannot hold labels (plain text). */
  write?(
    path: string,
    sentences: AsyncIterable<TextRecord> | Iterable<TextRecord>,
    options: WriteOptions,
  ): Promise<void>;
}
