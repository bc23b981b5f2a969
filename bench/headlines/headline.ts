import { meanAndSd, meanText } from "../../src/bench/report/mean-and-sd.ts";
import type { RunResult } from "../../src/bench/run/run-result.ts";
import type { Published } from "../../src/bench/suite/suite.ts";

/** A line of the table in the README: the runs of a suite that differ in nothing but the seed. */
export interface Headline {
  /** The data set, and what of it is labelled. */
  readonly title: string;
  readonly suite: string;
  /** The names of its runs, but for the seed. */
  readonly runs: string;
  /** Whether the labels of people are all there is: papers are those that had no others either. */
  readonly isAlone?: boolean;
}

export const headlineHead = [
  "what is labelled",
  "encoder",
  "test F1",
  "papers without a pretrained encoder",
  "with one",
  "a run",
] as const;

/** The line of a headline, with the best of what papers have for the same labels; undefined before the first seed is done. */
export function headlineRow(
  { title, runs, isAlone = false }: Headline,
  results: readonly RunResult[],
  published: readonly Published[],
): string[] | undefined {
  const own = results.filter(({ run }) => run.name.replace(/\/seed\d+$/, "") === runs);
  const f1 = meanAndSd(own.map(({ test }) => test.f1));
  if (f1 === undefined) return undefined;
  const { column, encoder } = own[0]!.run;
  const known = published.filter(
    ({ row, f1 }) => f1[column] !== undefined && !/ on gold/.test(row) && /alone/.test(row) === isAlone,
  );
  const small = known.filter(isSmall);
  const seeds = f1.count === 1 ? "1 seed" : `${f1.count} seeds`;
  return [
    title,
    `\`${encoder}\``,
    `**${meanText(f1)}** (${seeds})`,
    best(small, column),
    best(
      known.filter((paper) => !isSmall(paper)),
      column,
    ),
    time(own),
  ];
}

function isSmall({ encoder }: Published): boolean {
  return /LSTM|none/.test(encoder);
}

function best(papers: readonly Published[], column: string): string {
  const [first] = papers.toSorted((a, b) => b.f1[column]! - a.f1[column]!);
  return first === undefined ? "" : `${first.f1[column]!.toFixed(2)} (${first.row}, ${first.encoder})`;
}

/** The longest of the runs, which had as many threads as it says. */
function time(results: readonly RunResult[]): string {
  const slowest = results.toSorted((a, b) => b.seconds.total - a.seconds.total)[0]!;
  const { seconds, threads } = slowest;
  return `${Math.ceil(seconds.total / 60)} min, ${threads === 1 ? "1 thread" : `${threads} threads`}`;
}
