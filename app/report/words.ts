import type { ReportData, ReportSuggestion } from "../../src/audit/report/data.ts";
import { formatNumber, percent } from "../../src/format.ts";

/** A probability in percent. Estimates are never certain, so neither 0 nor 100 is written. */
export function likelihood(probability: number): string {
  return percent(Math.min(Math.max(probability, 0.001), 0.999));
}

/** How many suggestions are listed, and how many of them should be right. */
export function describeSelection(
  { suggestions }: { readonly suggestions: readonly Pick<ReportSuggestion, "probability">[] },
  positions: readonly number[],
): string {
  const all = suggestions.length;
  if (positions.length === 0)
    return all === 0 ? "There are no suggestions." : `None of ${formatNumber(all)} suggestions.`;
  const right = positions.reduce((sum, i) => sum + suggestions[i]!.probability, 0);
  const shown =
    positions.length === all
      ? `All ${formatNumber(all)} suggestions`
      : `${formatNumber(positions.length)} of ${formatNumber(all)} suggestions`;
  return `${shown}; about ${formatNumber(Math.round(right))} of them should be right (${likelihood(right / positions.length)}).`;
}

/** What is wrong with the current labels, in a few words. */
export function complaint(
  data: Pick<ReportData, "labels" | "sentences">,
  { kind, sentence, was }: Pick<ReportSuggestion, "kind" | "sentence" | "was">,
): string {
  if (kind === "missed" || was === undefined) return "missed";
  const label = data.labels[was[2]];
  if (kind === "type") return `wrong type: now ${label}`;
  return `wrong boundaries: now ${label} “${data.sentences[sentence]!.text.slice(was[0], was[1]).slice(0, 80)}”`;
}

/** The evidence, one sentence for each kind. */
export function evidenceWords(
  { labels }: Pick<ReportData, "labels">,
  suggestion: Omit<ReportSuggestion, "sentence" | "words" | "suggested" | "near">,
): string[] {
  const { probability, score, folds, surface, dictionary, span, kind } = suggestion;
  const label = labels[span[2]]!;
  const claim =
    kind === "missed" ? "this is an entity that was missed" : "the label is wrong and this is right";
  const list = [
    `${likelihood(probability)} likely that ${claim}. (Score of the model before calibration: ${score.toFixed(3)}.)`,
  ];
  if (folds !== undefined) list.push(`${folds[0]} of ${folds[1]} models would label it ${label}.`);
  list.push(sameWords(surface, label));
  if (dictionary !== undefined) {
    const names = dictionary.map((i) => labels[i]).join(", ");
    list.push(
      names === ""
        ? "Your dictionary does not have these words."
        : `Your dictionary has these words as ${names}.`,
    );
  }
  return list;
}

function sameWords([labelled, occurrences]: ReportSuggestion["surface"], label: string): string {
  if (occurrences === 0) return "The same words occur nowhere else in the data.";
  if (occurrences === 1)
    return `The same words occur once elsewhere, ${labelled === 1 ? `labelled ${label}` : `not labelled ${label}`}.`;
  return `The same words occur ${formatNumber(occurrences)} times elsewhere; ${labelled === 0 ? "none" : labelled === occurrences ? "all" : formatNumber(labelled)} of them labelled ${label}.`;
}

/** The strongest evidence, for a closed row. */
export function shortEvidence({ folds, surface }: Pick<ReportSuggestion, "folds" | "surface">): string {
  const list: string[] = [];
  if (folds !== undefined) list.push(`${folds[0]} of ${folds[1]} models agree`);
  if (surface[1] > 0)
    list.push(`labelled so in ${formatNumber(surface[0])} of ${formatNumber(surface[1])} other places`);
  return list.join(" · ");
}
