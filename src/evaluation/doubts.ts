import { similarLabel } from "../data/index.ts";
import type { Warning } from "../errors.ts";
import { formatNumber, percent } from "../format.ts";

/**
 * The share of sentences from which on it matters that a model knows them already. Corpora repeat some by chance: 6 % of the
 * dev sentences of CoNLL-03 are training sentences too.
 */
const MUCH = 0.1;

/** Whether so many sentences that a model was trained on make a score on all of them doubtful. */
export function isMuchShared(shared: number, sentences: number): boolean {
  return shared > 0 && shared >= MUCH * sentences;
}

/** E.g. `95 % (1,140 of 1,200) of the`. */
export function shareText(shared: number, sentences: number): string {
  return `${percent(shared / sentences)} (${formatNumber(shared)} of ${formatNumber(sentences)}) of the`;
}

/** Labels of a file that the others lack, where these have a name much like it: PER and PERSON. */
export function* otherNames(
  labels: Iterable<string>,
  known: Iterable<string>,
  { file, others }: { readonly file: string; readonly others: string },
): Generator<Warning> {
  const theirs = new Set(known);
  for (const label of [...labels].filter((each) => !theirs.has(each)).sort()) {
    const meant = similarLabel(label, theirs);
    if (meant === undefined) continue;
    yield {
      message: `${file} has the label "${label}", ${others} have "${meant}": two names for one type count as all wrong`,
      advice: ["give both the same name, if they mean the same"],
    };
  }
}
