import type { Command } from "commander";
import type { ReadLog, Sentence } from "../../data/index.ts";
import { writeCorpus } from "../../data/index.ts";
import { addReportOptions, type ReportFlags } from "../output/reporting.ts";
import { describeTotals, noTotals, type Totals, tally } from "../output/totals.ts";
import {
  addReadOptions,
  addWriteOptions,
  type ReadFlags,
  type WriteFlags,
  writeOptions,
} from "./corpus-options.ts";
/** What a command takes that reads a corpus and writes another. */
export type RewriteFlags = ReadFlags & WriteFlags & ReportFlags & { readonly out: string };

/** Adds the options of reading, writing and reporting, and `--out`. */
export function addRewriteOptions(command: Command): Command {
  const withOut = command.requiredOption("--out <file>", 'where to write; "-" for standard output');
  return addReportOptions(addWriteOptions(addReadOptions(withOut)));
}

/** Writes what a command made and tells how much it was, for `withReport`. */
export async function writeResult(
  flags: RewriteFlags,
  sentences: AsyncIterable<Sentence>,
  log: ReadLog,
): Promise<{ json: Totals; lines: string[]; toStderr: boolean }> {
  const totals = noTotals();
  await writeCorpus(flags.out, tally(sentences, totals), { ...writeOptions(flags), log });
  return { json: totals, lines: [`${describeTotals(totals)} → ${flags.out}`], toStderr: flags.out === "-" };
}
