import type { RunResult } from "../../src/bench/index.ts";
import { meanAndSd, meanText } from "../../src/bench/report/mean-and-sd.ts";
import type { Published } from "../../src/bench/suite/suite.ts";

/** A row of the table in the README: the runs of a suite that differ in nothing but the seed. */
export interface Headline {
  /** The data set, and what of it is labelled. */
  readonly title: string;
  readonly suite: string;
  /** The names of its runs, without the seed. */
  readonly runs: string;
}

export const headlineHead = [
  "training labels",
  "encoder",
  "test F1",
  "best published, no pretrained encoder",
  "best published, pretrained encoder",
  "time per run",
  "command",
] as const;

/** The row of a headline, with the best published scores for the same labels; undefined before the first seed is finished. */
export function headlineRow(
  headline: Headline,
  results: readonly RunResult[],
  published: readonly Published[],
): string[] | undefined {
  const own = results.filter(({ run }) => run.name.replace(/\/seed\d+$/, "") === headline.runs);
  const f1 = meanAndSd(own.map(({ test }) => test.f1));
  const [first] = own;
  if (f1 === undefined || first === undefined) return undefined;
  const { column, encoder } = first.run;
  // Not those that were trained on the annotated part alone, or on labels that nobody has hidden.
  const known = published.filter(({ row }) => !/ on gold|alone/.test(row));
  return [
    headline.title,
    `\`${encoder}\``,
    `**${meanText(f1)}** (${f1.count === 1 ? "1 seed" : `${f1.count} seeds`})`,
    best(known.filter(isSmall), column),
    best(
      known.filter((paper) => !isSmall(paper)),
      column,
    ),
    time(own),
    `\`lacuna bench ${headline.suite} --only ${onlyPattern(headline)}\``,
  ];
}

/** What `--only` takes to start the runs of a headline and no others. */
export function onlyPattern({ runs }: Pick<Headline, "runs">): string {
  return `${runs}/`;
}

function isSmall({ encoder }: Published): boolean {
  return /LSTM|none/.test(encoder);
}

function best(papers: readonly Published[], column: string): string {
  const scores = papers.flatMap((paper) => {
    const score = new Map(Object.entries(paper.f1)).get(column);
    return score === undefined ? [] : [{ ...paper, score }];
  });
  const [first] = scores.toSorted((a, b) => b.score - a.score);
  return first === undefined ? "" : `${first.score.toFixed(2)} (${first.row}, ${first.encoder})`;
}

/** The time of the slowest run, and the threads that it had. */
function time(results: readonly RunResult[]): string {
  const [slowest] = results.toSorted((a, b) => b.seconds.total - a.seconds.total);
  if (slowest === undefined) return "";
  const { seconds, threads } = slowest;
  return `${Math.ceil(seconds.total / 60)} min, ${threads === 1 ? "1 thread" : `${threads} threads`}`;
}
