import { basename } from "node:path";
import { formatNumber } from "../format.ts";
import { type CorpusSpec, parseCorpusSpec } from "./corpus-spec.ts";
import { cutRecord, sentenceStarts } from "./cut-record.ts";
import type { ReadOptions } from "./format.ts";
import { detectFormat } from "./formats/detect-format.ts";
import { finishDraft } from "./formats/finish-draft.ts";
import { formatNamed } from "./formats/index.ts";
import { shownPath } from "./input-path.ts";
import { ReadLog } from "./read-log.ts";
import type { Sentence } from "./sentence.ts";

/** `ReadOptions`, and the name of the format (default: detected). */
export type ReadCorpusOptions = Partial<ReadOptions> & { readonly format?: string };

/**
 * Reads labelled sentences from a file in any known format, one by one, so that memory stays
 * flat. `FILE:partial` and its like (see `parseCorpusSpec`) say what a missing label means.
 *
 * The texts of annotation tools are cut into sentences, of which each knows its document (`doc`) and its place in it
 * (`textStart`); `writeCorpus` puts them together again. `wholeRecords` leaves them whole.
 */
export async function* readCorpus(
  spec: string | CorpusSpec,
  { format, log = new ReadLog(), ...options }: ReadCorpusOptions = {},
): AsyncGenerator<Sentence> {
  const { path, completeness } = typeof spec === "string" ? parseCorpusSpec(spec) : spec;
  const found = format === undefined ? await detectFormat(path, log) : formatNamed(format);
  const { holds } = options.wholeRecords ? {} : found;
  let [texts, sentences] = [0, 0];
  for await (const draft of found.read(path, { ...options, log })) {
    const record = finishDraft(draft, completeness === undefined ? { log } : { log, completeness });
    if (record === undefined) continue;
    const starts = holds === undefined ? [0] : sentenceStarts(record, holds, draft.sentences);
    if (starts.length > 1 && draft.sentences === undefined) {
      texts++;
      sentences += starts.length;
    }
    yield* cutRecord(record, starts, draft.at);
  }
  if (texts > 0) {
    const what = `${formatNumber(texts)} ${texts === 1 ? "text was" : "texts were"} cut into ${formatNumber(sentences)} sentences`;
    log.assume(`${basename(shownPath(path))}: ${what} (--whole-records keeps each as one)`);
  }
}
