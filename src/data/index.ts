export { assignSplits, type SplitShare, splitGroup } from "./assign-splits.ts";
export {
  type Completeness,
  formatCompleteness,
  isComplete,
  isCompleteFor,
  isMixed,
  parseCompleteness,
} from "./completeness.ts";
export { type CorpusSpec, parseCorpusSpec } from "./corpus-spec.ts";
export {
  type DocumentReading,
  documentReading,
  documentWindows,
  type InDocument,
} from "./document-windows.ts";
export type { Draft, Format, ReadOptions, TextRecord, WriteOptions } from "./format.ts";
export { detectFormat, detectFromSample } from "./formats/detect-format.ts";
export { formats } from "./formats/index.ts";
export { joinSentences, joinSpans, splitSpans } from "./join-sentences.ts";
export { maskSentence } from "./mask-sentence.ts";
export { type ReadCorpusOptions, readCorpus } from "./read-corpus.ts";
export { type LineBatch, readLines } from "./read-lines.ts";
export { type Notice, ReadLog } from "./read-log.ts";
export type { Offset, Sentence } from "./sentence.ts";
export { SentenceSet } from "./sentence-set.ts";
export { similarLabel } from "./similar-label.ts";
export { compareEntities, type Entity, entityKey, overlaps, type Span, spanKey, spansIn } from "./span.ts";
export { type CorpusStatistics, createStatistics } from "./statistics.ts";
export { decodeTags, detectScheme, encodeTags, type TagScheme, tagSchemes } from "./tag-scheme.ts";
export { textOf } from "./text-of.ts";
export { type WriteCorpusOptions, writeCorpus } from "./write-corpus.ts";
export { writeLines } from "./write-lines.ts";
