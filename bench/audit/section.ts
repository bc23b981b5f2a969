import type { AuditSummary } from "../../src/audit/index.ts";
import type { ExpectationCheck } from "../../src/bench/report/check-expectations.ts";
import { missedAims } from "../../src/bench/report/markdown.ts";
import { markdownTable } from "../../src/bench/report/markdown-table.ts";
import { meanAndSd, meanText } from "../../src/bench/report/mean-and-sd.ts";
import { percentOf } from "../../src/format.ts";
import { formatNumber } from "../../src/report/index.ts";

/** What is expected of an audit with an encoder. */
const expected: Readonly<
  Record<string, { readonly minutes: number; readonly first: number; readonly recall: number }>
> = {
  cnn: { minutes: 20, first: 0.85, recall: 0.65 },
  "minilm-l6": { minutes: 60, first: 0.9, recall: 0.75 },
};
/** How far off the estimate may be. */
const ERROR = 0.15;
/** How much of what hiding cost must come back. */
const RECOVERED = 0.8;
/** The number of first suggestions that is looked at. */
const FIRST = 1000;

export interface AuditRun {
  readonly encoder: string;
  readonly epochs: number;
  readonly summary: AuditSummary;
}

export interface AuditResults {
  readonly p: string;
  readonly maskSeed: string;
  readonly audits: readonly AuditRun[];
  /** F1 on test of naive trainings, by the name of the labels: `all`, `masked`, and `mended`. */
  readonly naive: ReadonlyMap<string, readonly number[]>;
  readonly epochs: string;
}

/** What the audits found and what it was worth, as a part of docs/results.md. Every number in it comes from the runs. */
export function auditSection(results: AuditResults): string {
  const { p, maskSeed, audits, naive, epochs } = results;
  const { check } = audits[0]!.summary;
  return [
    `p = ${p}, seed ${maskSeed}: ${count(check!.hidden)} entities are hidden.`,
    auditTable(audits),
    `The suggestions of the first audit were then applied unreviewed, and \`ce\` was trained on the result, with the same encoder, ${epochs} epochs, ${naive.get("all")!.length} seeds:`,
    markdownTable(
      ["labels", "test F1"],
      [...naive].map(([name, values]) => [labels[name]!, meanText(meanAndSd(values)!)]),
    ),
    `The audit recovers ${percentOf(recovered(naive))} of the F1 lost by hiding.`,
    missedAims(auditChecks(results)),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const labels: Readonly<Record<string, string>> = {
  all: "all",
  masked: "those left after hiding",
  mended: "those left, and those the audit suggests",
};

function auditTable(audits: readonly AuditRun[]): string {
  return markdownTable(
    [
      "audit",
      "epochs",
      "time",
      "of the first 1,000 right",
      "suggested",
      "right",
      "found of the hidden",
      "estimate",
    ],
    audits.map(({ encoder, epochs, summary: { check, seconds, models } }) => {
      const { cut, estimate } = check!;
      const { value, low, high } = estimate.missing;
      return [
        `\`${models.method}\`, \`${encoder}\`, ${models.count} models`,
        String(epochs),
        `${(seconds / 60).toFixed(1)} min`,
        percentOf(firstOf(check!)),
        count(cut.suggestions),
        percentOf(cut.precision),
        percentOf(cut.recall),
        `${count(value)} (${count(low)} to ${count(high)})`,
      ];
    }),
  );
}

export function auditChecks({ audits, naive }: AuditResults): ExpectationCheck[] {
  const checks = audits.flatMap(({ encoder, summary }) => {
    const wanted = expected[encoder];
    if (wanted === undefined) return [];
    const check = summary.check!;
    const { error, covered } = check.estimate;
    return [
      timeCheck(encoder, summary, wanted.minutes),
      atLeast(`\`${encoder}\`: of the first 1,000 right`, firstOf(check), wanted.first),
      atLeast(`\`${encoder}\`: found at the suggested cut`, check.cut.recall, wanted.recall),
      atMost(`\`${encoder}\`: estimate off by`, Math.abs(error), ERROR, percentOf),
      {
        claim: `\`${encoder}\`: the interval holds the truth`,
        wanted: "yes",
        measured: covered ? "yes" : "no",
        isMet: covered,
      },
    ];
  });
  return [...checks, atLeast("`ce` after `apply`: of the loss recovered", recovered(naive), RECOVERED)];
}

/** What was spent before an audit was resumed is not known, so its time says nothing. */
function timeCheck(encoder: string, { seconds, resumed }: AuditSummary, most: number): ExpectationCheck {
  const check = atMost(`\`${encoder}\`: time`, seconds / 60, most, (value) => `${value.toFixed(1)} min`);
  return resumed ? { ...check, measured: "resumed, not known", isMet: undefined } : check;
}

/** The share of what hiding cost that is back after mending. */
export function recovered(naive: AuditResults["naive"]): number {
  const [all, masked, mended] = ["all", "masked", "mended"].map(
    (name) => meanAndSd(naive.get(name)!)!.mean,
  ) as [number, number, number];
  return (mended - masked) / (all - masked);
}

function firstOf({ first }: NonNullable<AuditSummary["check"]>): number {
  return first.find(({ suggestions }) => suggestions === FIRST)?.precision ?? Number.NaN;
}

function atLeast(claim: string, value: number, bound: number): ExpectationCheck {
  return { claim, wanted: `≥ ${percentOf(bound)}`, measured: percentOf(value), isMet: value >= bound };
}

function atMost(
  claim: string,
  value: number,
  bound: number,
  text: (value: number) => string,
): ExpectationCheck {
  return { claim, wanted: `≤ ${text(bound)}`, measured: text(value), isMet: value <= bound };
}

function count(value: number): string {
  return formatNumber(Math.round(value));
}
