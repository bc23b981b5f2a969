import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Command } from "commander";
import { ReadLog } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { removeLeftovers, temporaryBeside } from "../../files/index.ts";
import { formatNumber } from "../../format.ts";
import { storageError } from "../../storage-error.ts";
import { printable } from "./printable.ts";
import { warningLines } from "./warning-lines.ts";

/** How a command that reads data tells what it dropped, repaired and assumed. */
export interface ReportFlags {
  readonly strict?: boolean;
  readonly report?: string;
  readonly json?: boolean;
  /** Where the command writes, if it writes a file. */
  readonly out?: string;
}

export function addReportOptions(command: Command): Command {
  return command
    .option("--strict", "fail where anything would be dropped or repaired")
    .option(
      "--report <file>",
      "list everything that was dropped or repaired in this file, one JSON object per line",
    )
    .option("--json", "print the result as JSON");
}

/**
 * Runs a command's work with a report, and shows the report on stderr (in `--json` mode it is
 * part of the printed result instead). `work` gives the JSON result and the lines for a person.
 */
export async function withReport(
  flags: ReportFlags,
  work: (log: ReadLog) => Promise<{ json: object; lines: readonly string[]; toStderr?: boolean }>,
): Promise<void> {
  if (flags.json && flags.out === "-") {
    throw new UserError("--json and --out - both want standard output", { hint: "give --out a file" });
  }
  if (flags.report !== undefined) {
    await removeLeftovers(dirname(flags.report), { name: basename(flags.report) }).catch(() => {});
  }
  const report = flags.report === undefined ? undefined : new ReportFile(flags.report);
  const log = new ReadLog({
    strict: flags.strict ?? false,
    ...(report !== undefined && { onNotice: (notice) => report.add(notice) }),
  });
  try {
    const { json, lines, toStderr } = await work(log);
    if (flags.json) {
      console.log(JSON.stringify({ ...json, report: summarise(log) }));
    } else {
      for (const line of reportLines(log)) console.error(printable(line));
      for (const line of lines) (toStderr ? console.error : console.log)(printable(line));
    }
  } finally {
    report?.finish();
  }
}

/** The list of what was dropped and repaired. It is written beside its place, and moved there when it is whole. */
class ReportFile {
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: number;
  #isCut = false;

  constructor(path: string) {
    this.#path = path;
    this.#temporary = temporaryBeside(path);
    try {
      this.#file = openSync(this.#temporary, "wx");
    } catch (cause) {
      throw new UserError(`cannot write the report "${path}": ${(cause as Error).message}`, { cause });
    }
  }

  add(notice: object): void {
    try {
      writeSync(this.#file, `${JSON.stringify(notice)}\n`);
    } catch (cause) {
      this.#isCut = true;
      throw storageError(cause, { path: this.#path }) ?? cause;
    }
  }

  /** Also where the work failed: then it is wanted most. One that is cut is not. */
  finish(): void {
    if (!this.#isCut) fsyncSync(this.#file);
    closeSync(this.#file);
    if (this.#isCut) rmSync(this.#temporary, { force: true });
    else renameSync(this.#temporary, this.#path);
  }
}

function summarise(log: ReadLog): object {
  return {
    total: log.total,
    counts: [...log.counts].map(([reason, count]) => ({ reason, count })),
    notices: log.notices,
    assumptions: [...log.assumptions],
    warnings: log.warnings,
  };
}

const SHOWN = 5;

function* reportLines(log: ReadLog): Generator<string> {
  for (const warning of log.warnings) yield* warningLines(warning);
  for (const assumption of log.assumptions) yield `note: ${assumption}`;
  for (const [reason, times] of log.counts) {
    const notices = log.notices.filter((notice) => notice.reason === reason);
    yield `${notices[0]!.kind}: ${formatNumber(times)} × ${reason}`;
    for (const { file, line, detail } of notices.slice(0, SHOWN)) yield `  ${file}:${line}  ${detail}`;
    if (times > SHOWN) yield `  … and ${formatNumber(times - SHOWN)} more (--report FILE lists all)`;
  }
}
