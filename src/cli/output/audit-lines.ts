import type { AuditCheck, AuditSummary, Estimate, Interval } from "../../audit/index.ts";
import { counted, formatNumber, percentOf } from "../../format.ts";
import { table } from "./table.ts";
import { warningLines } from "./warning-lines.ts";

/** What an audit found, for a person to read in a terminal. */
export function* auditLines({
  total,
  types,
  suggestions,
  notices,
  warnings = [],
  check,
}: AuditSummary): Generator<string> {
  for (const warning of warnings) yield* warningLines(warning);
  for (const line of headline(total)) yield warnings.length > 0 ? `doubtful, see above: ${line}` : line;
  yield "";
  yield* table([
    ["", "labelled", "missing", "95 % interval", "complete", "suggested", "wrong"],
    ...types.map((type) => row(type.label, type, type.suggested)),
    row("all", total, suggestions.suggested),
  ]);
  yield "";
  const { missed, wrong } = suggestions.suggested;
  const expected =
    missed + wrong === 0 ? "" : `, of which ${percentOf(suggestions.expectedPrecision)} should be right`;
  yield `suggested: ${counted(missed, "missed entity", "missed entities")} and ${counted(wrong, "wrong label", "wrong labels")}${expected}`;
  yield `listed in all: ${number(suggestions.missed)} missed, ${number(suggestions.wrong)} wrong`;
  for (const notice of notices) yield `note: ${notice}`;
  if (check !== undefined) yield* checkLines(check);
}

/** The main thing in one sentence. */
function* headline({ labelled, missing, completeness }: Estimate): Generator<string> {
  if (labelled === 0) {
    yield `nothing is labelled; about ${number(missing.value)} entities were found (${range(missing)})`;
    return;
  }
  yield `the labels are about ${percentOf(completeness.value)} complete: about ${number(missing.value)} entities are missing (${range(missing)})`;
}

function row(
  name: string,
  { labelled, missing, completeness }: Estimate,
  suggested: { readonly missed: number; readonly wrong: number },
): (string | number)[] {
  const share = labelled + missing.value > 0 ? percentOf(completeness.value) : "";
  return [
    name,
    labelled,
    Math.round(missing.value),
    range(missing),
    share,
    suggested.missed,
    suggested.wrong,
  ];
}

function* checkLines({ hidden, first, cut, estimate }: AuditCheck): Generator<string> {
  yield "";
  yield `held against the ${counted(hidden, "hidden entity", "hidden entities")}:`;
  for (const { suggestions, precision } of first) {
    yield `  of the first ${number(suggestions)} missed suggestions, ${percentOf(precision)} are right`;
  }
  yield `  above the cut: ${number(cut.suggestions)}, precision ${percentOf(cut.precision)}, recall ${percentOf(cut.recall)}`;
  const sign = estimate.error < 0 ? "−" : "+";
  yield `  estimate ${number(estimate.missing.value)} of ${number(hidden)} (${sign}${percentOf(Math.abs(estimate.error))}); the interval ${estimate.covered ? "holds" : "does not hold"} the truth`;
}

function range({ low, high }: Interval): string {
  return `${number(low)} to ${number(high)}`;
}

/** Estimates are not whole. */
function number(value: number): string {
  return formatNumber(Math.round(value));
}
