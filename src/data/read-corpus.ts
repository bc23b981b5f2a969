import { type CorpusSpec, parseCorpusSpec } from "./corpus-spec.ts";
import type { ReadOptions } from "./format.ts";
import { detectFormat } from "./formats/detect-format.ts";
import { finishDraft } from "./formats/finish-draft.ts";
import { formatNamed } from "./formats/index.ts";
import { ReadLog } from "./read-log.ts";
import type { Sentence } from "./sentence.ts";

/** `ReadOptions`, and the name of the format (default: detected). */
export type ReadCorpusOptions = Partial<ReadOptions> & { readonly format?: string };

/**
 * Reads labelled sentences from a file in any known format, one by one, so that memory stays
 * flat. `FILE:partial` and its like (see `parseCorpusSpec`) say what a missing label means.
 */
export async function* readCorpus(
  spec: string | CorpusSpec,
  { format, log = new ReadLog(), ...options }: ReadCorpusOptions = {},
): AsyncGenerator<Sentence> {
  const { path, completeness } = typeof spec === "string" ? parseCorpusSpec(spec) : spec;
  const found = format === undefined ? await detectFormat(path, log, options) : formatNamed(format);
  for await (const draft of found.read(path, { ...options, log })) {
    const sentence = finishDraft(draft, completeness === undefined ? { log } : { log, completeness });
    if (sentence !== undefined) yield sentence;
  }
}
