import type { Agreement, DictionaryReport } from "../../dictionary/index.ts";
import { table } from "./table.ts";
/** A dictionary's report as JSON; lists in place of maps, since labels may be called anything. */
export function dictionaryJson({ hitsPerLabel, gold, ...rest }: DictionaryReport): object {
  return {
    ...rest,
    hitsPerLabel: [...hitsPerLabel].map(([label, hits]) => ({ label, hits })),
    ...(gold !== undefined && {
      gold: { ...gold.all, perLabel: [...gold.perLabel].map(([label, each]) => ({ label, ...each })) },
    }),
  };
}

/** The same for a person. */
export function* describeDictionary(report: DictionaryReport): Generator<string> {
  const share = (part: number, whole: number) =>
    `${whole === 0 ? "0.0" : ((100 * part) / whole).toFixed(1)} %`;
  const percent = (each: Agreement | undefined) =>
    each === undefined
      ? ["", "", ""]
      : [each.precision, each.recall, each.f1].map((value) => value.toFixed(2));
  const rows = [...report.hitsPerLabel].map(([label, hits]) => [
    label,
    hits,
    ...percent(report.gold?.perLabel.get(label)),
  ]);
  const header = [
    "label",
    "hits",
    ...(report.gold === undefined ? ["", "", ""] : ["precision", "recall", "F1"]),
  ];
  yield* table([header, ...rows, ["all", report.hits, ...percent(report.gold?.all)]]);
  yield `${share(report.sentencesWithHit, report.sentences)} of sentences and ${share(report.tokensInHits, report.tokens)} of words have a hit`;
  const { neverHit, ambiguous } = report;
  yield `${neverHit.count.toLocaleString("en")} of ${report.phrases.toLocaleString("en")} phrases are never hit${listed(neverHit.first.map(({ phrase }) => phrase))}`;
  if (ambiguous.count > 0) {
    yield `${ambiguous.count.toLocaleString("en")} phrases have several labels${listed(ambiguous.first.map(({ phrase, labels }) => `${phrase} (${labels.join(", ")})`))}`;
  }
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? "" : `: ${items.slice(0, 5).join("; ")}${items.length > 5 ? " …" : ""}`;
}
