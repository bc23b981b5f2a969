import type { SentenceCounts } from "../../evaluation/index.ts";
import type { Expectation, Selection } from "../suite/expectation-schema.ts";
import { type BenchEntry, type BenchTable, chanceOf } from "./table.ts";
/** An expectation of a suite, and whether the results meet it; undefined while there is nothing to compare. */
export interface ExpectationCheck {
  readonly claim: string;
  readonly wanted: string;
  readonly measured: string | undefined;
  readonly isMet: boolean | undefined;
}

/** Compares results with expectations. Where some of the runs concerned are missing, it is marked "so far". */
export function checkExpectations(
  expectations: readonly Expectation[],
  tables: readonly BenchTable[],
  counts: ReadonlyMap<string, SentenceCounts>,
): ExpectationCheck[] {
  return expectations.map((expectation) => {
    const { claim } = expectation;
    const own = select(tables, expectation.of);
    if (expectation.kind === "minutes") {
      const seconds = own.flatMap(({ results }) => results.map((one) => one.seconds.total));
      const longest = seconds.length === 0 ? undefined : Math.max(...seconds) / 60;
      return {
        claim,
        wanted: `≤ ${expectation.atMost} min`,
        measured: longest === undefined ? undefined : `${longest.toFixed(1)} min${soFar(own)}`,
        isMet: longest === undefined ? undefined : longest <= expectation.atMost,
      };
    }
    const other = expectation.kind === "f1" ? [] : select(tables, expectation.over);
    const [first, second] = [best(own), best(other)];
    const shown = { f1: plain, difference: signed, share: percent }[expectation.kind];
    const value = measure(expectation.kind, first, second);
    const p =
      expectation.kind === "difference" && first && second ? chanceOf(first, second, counts) : undefined;
    return {
      claim,
      wanted: `≥ ${shown(expectation.atLeast)}`,
      measured:
        value === undefined
          ? undefined
          : `${shown(value)}${p === undefined ? "" : ` (p ${chance(p)})`}${soFar([...own, ...other])}`,
      isMet: value === undefined ? undefined : value >= expectation.atLeast,
    };
  });
}

function select(tables: readonly BenchTable[], { column, encoder, row }: Selection): BenchEntry[] {
  const fits = (wanted: string | undefined, is: string) => wanted === undefined || wanted === is;
  return tables
    .filter((table) => fits(encoder, table.encoder))
    .flatMap((table) =>
      table.rows
        .filter((one) => fits(row, one.row))
        .flatMap(({ entries }) =>
          table.columns.flatMap((name, i) => (fits(column, name) ? (entries[i] ?? []) : [])),
        ),
    );
}

/** The entry with the highest mean F1. */
function best(entries: readonly BenchEntry[]): BenchEntry | undefined {
  const done = entries.flatMap((entry) => (entry.f1 === undefined ? [] : [{ entry, mean: entry.f1.mean }]));
  return done.toSorted((a, b) => b.mean - a.mean)[0]?.entry;
}

function measure(
  kind: "f1" | "difference" | "share",
  first: BenchEntry | undefined,
  second: BenchEntry | undefined,
): number | undefined {
  const [own, other] = [first?.f1?.mean, second?.f1?.mean];
  if (own === undefined || kind === "f1") return own;
  if (other === undefined) return undefined;
  if (kind === "difference") return own - other;
  return other === 0 ? undefined : own / other;
}

function soFar(entries: readonly BenchEntry[]): string {
  return entries.every(({ runs, results }) => runs.length === results.length) ? "" : ", so far";
}

const plain = (value: number) => value.toFixed(2);
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
const chance = (p: number) => (p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`);
