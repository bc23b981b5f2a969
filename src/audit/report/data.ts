// What is put into the page and what its script (`app/report/`) reads. The script imports these types, so this file imports
// nothing that needs Node.

/** The data of the report. Offsets are in UTF-16 units of the sentence's text; labels and sentences are positions in the lists. */
export interface ReportData {
  readonly labels: readonly string[];
  readonly sentences: readonly ReportSentence[];
  readonly suggestions: readonly ReportSuggestion[];
}

/** A labelled part of the text. */
export type ReportSpan = readonly [from: number, to: number, label: number];

export interface ReportSentence {
  /** Its position in the data. */
  readonly position: number;
  readonly text: string;
  readonly entities: readonly ReportSpan[];
  readonly doc?: string;
  /** Whether it is written from right to left. */
  readonly rtl?: true;
}

export interface ReportSuggestion {
  readonly kind: "missed" | "type" | "boundary";
  readonly sentence: number;
  readonly span: ReportSpan;
  /** Start and end in words, as in the file. */
  readonly words: readonly [number, number];
  readonly was?: ReportSpan;
  readonly probability: number;
  readonly suggested: boolean;
  readonly score: number;
  readonly folds?: readonly [agree: number, of: number];
  readonly surface: readonly [labelled: number, occurrences: number];
  readonly near: readonly (readonly [
    sentence: number,
    from: number,
    to: number,
    label: number,
    similarity: number,
  ])[];
  readonly dictionary?: readonly number[];
}
