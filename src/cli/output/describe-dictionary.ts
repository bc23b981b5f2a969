import type { Agreement, DictionaryReport } from "../../dictionary/index.ts";
import { formatNumber, percentOf } from "../../format.ts";
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
  const rates = (each: Agreement | undefined) =>
    each === undefined
      ? ["", "", ""]
      : [each.precision, each.recall, each.f1].map((value) => value.toFixed(2));
  const rows = [...report.hitsPerLabel].map(([label, hits]) => [
    label,
    hits,
    ...rates(report.gold?.perLabel.get(label)),
  ]);
  const header = [
    "label",
    "hits",
    ...(report.gold === undefined ? ["", "", ""] : ["precision", "recall", "F1"]),
  ];
  yield* table([header, ...rows, ["all", report.hits, ...rates(report.gold?.all)]]);
  yield `${percentOf(report.sentencesWithHit, report.sentences)} of sentences and ${percentOf(report.tokensInHits, report.tokens)} of words have a hit`;
  const { neverHit, ambiguous } = report;
  yield `${formatNumber(neverHit.count)} of ${formatNumber(report.phrases)} phrases are never hit${listed(neverHit.first.map(({ phrase }) => phrase))}`;
  if (ambiguous.count > 0) {
    yield `${formatNumber(ambiguous.count)} phrases have several labels${listed(ambiguous.first.map(({ phrase, labels }) => `${phrase} (${labels.join(", ")})`))}`;
  }
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? "" : `: ${items.slice(0, 5).join("; ")}${items.length > 5 ? " …" : ""}`;
}
