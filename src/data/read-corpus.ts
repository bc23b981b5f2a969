import { basename } from "node:path";
import { shownType, UserError } from "../errors.ts";
import { formatNumber } from "../format.ts";
import type { Completeness } from "./completeness.ts";
import { type CorpusSpec, parseCorpusSpec } from "./corpus-spec.ts";
import { cutRecord, sentenceStarts } from "./cut-record.ts";
import type { ReadOptions } from "./format.ts";
import { detectFormat } from "./formats/detect-format.ts";
import { finishDraft } from "./formats/finish-draft.ts";
import { formatNamed } from "./formats/index.ts";
import { shownPath } from "./input-path.ts";
import { ReadLog } from "./read-log.ts";
import type { Sentence } from "./sentence.ts";
import { similarLabel } from "./similar-label.ts";

/** `ReadOptions`, the name of the format, and what labels are that nobody says anything about. */
export type ReadCorpusOptions = Partial<ReadOptions> & {
  /** The name of the format (default: detected). */
  readonly format?: string;
  /** What labels are taken for where neither the caller nor the file says (default: `complete`, with a note). */
  readonly assume?: Completeness;
};

/**
 * Reads labelled sentences from a file in any known format, one by one, so that memory stays
 * flat. `FILE:partial` and its like (see `parseCorpusSpec`) say what a missing label means; else
 * the file's own records do, else `assume`.
 *
 * The texts of annotation tools are cut into sentences, of which each knows its document (`doc`) and its place in it
 * (`textStart`); `writeCorpus` puts them together again. `wholeRecords` leaves them whole.
 */
export async function* readCorpus(
  spec: string | CorpusSpec,
  { format, log = new ReadLog(), assume, ...options }: ReadCorpusOptions = {},
): AsyncGenerator<Sentence> {
  const { path, completeness } = specOf(spec);
  const found = format === undefined ? await detectFormat(path, log, options) : formatNamed(format);
  const { holds } = options.wholeRecords ? {} : found;
  const finishing = {
    log,
    ...(completeness !== undefined && { completeness }),
    ...(assume !== undefined && { assume }),
  };
  const labels = new Set<string>();
  let [texts, sentences] = [0, 0];
  for await (const draft of found.read(path, { ...options, log })) {
    const record = finishDraft(draft, finishing);
    if (record === undefined) continue;
    const starts = holds === undefined ? [0] : sentenceStarts(record, holds, draft.sentences);
    if (starts.length > 1 && draft.sentences === undefined) {
      texts++;
      sentences += starts.length;
    }
    if (completeness === undefined && draft.completeness === undefined) {
      log.leaveUnstated(path, starts.length);
      if (assume === undefined) log.assume(takenAsComplete(path));
    }
    for (const { label } of record.entities) labels.add(label);
    yield* cutRecord(record, starts, draft.at);
  }
  if (texts > 0) {
    const what = `${formatNumber(texts)} ${texts === 1 ? "text was" : "texts were"} cut into ${formatNumber(sentences)} sentences`;
    log.assume(`${basename(shownPath(path))}: ${what} (--whole-records keeps each as one)`);
  }
  if (typeof completeness === "object") checkLabels(completeness.complete, labels, path, log);
}

function specOf(spec: unknown): CorpusSpec {
  if (typeof spec === "string" && spec !== "") return parseCorpusSpec(spec);
  if (typeof spec === "object" && spec !== null && "path" in spec && typeof spec.path === "string") {
    return spec as CorpusSpec;
  }
  throw new UserError(`readCorpus() takes the name of a file, not ${shownType(spec)}`, {
    hint: 'e.g. readCorpus("train.jsonl:partial") or readCorpus({ path: "train.jsonl", completeness: "partial" })',
  });
}

function takenAsComplete(path: string): string {
  const name = basename(shownPath(path));
  return `${name}: nothing says whether the labels are complete; taken as complete (say "${name}:partial" if unlabelled means unknown)`;
}

/** A file cannot well be complete for a label that it has not once: most likely the label has another name there. */
function checkLabels(
  stated: readonly string[],
  labels: ReadonlySet<string>,
  path: string,
  log: ReadLog,
): void {
  for (const label of stated.filter((each) => !labels.has(each))) {
    const problem = `${shownPath(path)} is said to be complete for "${label}", but has no entity of that label`;
    const known = labels.size === 0 ? "it has no label at all" : `it has: ${[...labels].sort().join(", ")}`;
    const meant = similarLabel(label, labels);
    if (meant !== undefined && !stated.includes(meant)) {
      throw new UserError(problem, { hint: `did you mean "${meant}"? ${known}` });
    }
    log.warn(problem, known);
  }
}
