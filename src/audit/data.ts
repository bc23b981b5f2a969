import { createHash } from "node:crypto";
import type { Sentence } from "../data/index.ts";
import { isComplete, parseCorpusSpec, ReadLog, readCorpus } from "../data/index.ts";
import { UserError, type Warning } from "../errors.ts";
import { type ReadingChoice, type ReadTrainingDataOptions, readingOptions } from "../training/index.ts";

/** The sentences that are audited. */
export interface AuditData {
  readonly sentences: readonly Sentence[];
  /** What the user should know of how they were read. */
  readonly notices: readonly string[];
  /** What makes the outcome doubtful. */
  readonly warnings?: readonly Warning[];
}

interface ReadAuditDataOptions extends ReadTrainingDataOptions {
  readonly reading?: ReadingChoice | null;
}

/**
 * Reads what is to be audited. Whoever asks what the labels of a file missed does not take them for complete: a file
 * is partial unless the caller says otherwise (`FILE:complete`), or it says itself that some of its sentences are
 * partial and others complete.
 */
export async function readAuditData(
  files: readonly string[],
  { log = new ReadLog(), read = readCorpus, reading = null }: ReadAuditDataOptions = {},
): Promise<AuditData> {
  const sentences: Sentence[] = [];
  for (const file of files) {
    const spec = parseCorpusSpec(file);
    const own: Sentence[] = [];
    for await (const sentence of read(spec, { ...readingOptions(reading), log, assume: "partial" })) {
      own.push(sentence);
    }
    const isOpen =
      spec.completeness === undefined && own.every(({ completeness }) => isComplete(completeness));
    for (const sentence of own) sentences.push(isOpen ? { ...sentence, completeness: "partial" } : sentence);
  }
  if (sentences.length === 0) {
    throw new UserError(`there is no sentence in ${files.map((file) => `"${file}"`).join(", ")}`);
  }
  const notices = [
    ...log.assumptions,
    ...files
      .map((file) => parseCorpusSpec(file).path)
      .filter((path) => log.unstated.has(path))
      .map(
        (path) =>
          `${path}: nothing says whether its labels are complete, so an audit takes them as partial: what is unlabelled may be missing (say --data ${path}:complete for labels that can be trusted)`,
      ),
    ...[...log.counts].map(([reason, count]) => {
      const { kind, file, line, detail } = log.notices.find((notice) => notice.reason === reason)!;
      return `${kind}: ${count.toLocaleString("en")} × ${reason}, first at ${file}:${line} (${detail})`;
    }),
  ];
  return { sentences, notices, warnings: log.warnings };
}

/** A sum over all words, so that suggestions are applied only to the sentences they were made for. */
export function wordsFingerprint(sentences: readonly Pick<Sentence, "tokens">[]): string {
  const sum = createHash("sha256").update(`${sentences.length}\n`);
  for (const { tokens } of sentences) sum.update(`${JSON.stringify(tokens)}\n`);
  return sum.digest("hex");
}
