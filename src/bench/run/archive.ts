import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { UserError } from "../../errors.ts";
import { replaceFile, writeJson } from "../../files/index.ts";
import type { BenchRun } from "../suite/run.ts";
import { readRunResults, runDifferences, runPaths, type StoredCounts } from "./run-folder.ts";
import { type RunResult, upgradeResult } from "./run-result.ts";

/** A finished run without its model: all that tables need, and small enough for a repository. */
interface ArchivedRun {
  readonly result: RunResult;
  /** As in the run's `test-counts.json`. */
  readonly counts: StoredCounts;
}

/**
 * Copies archived runs into the folder of a bench, so that they are not repeated. Runs that are there already, and those whose
 * settings differ from the suite's, are skipped.
 *
 * @returns the names of the copied runs
 */
export async function restoreRuns(
  archive: string,
  out: string,
  runs: readonly BenchRun[],
): Promise<string[]> {
  const archived = await readArchive(archive);
  const restored: string[] = [];
  for (const run of runs) {
    const { folder, settings, result, counts } = runPaths(out, run.name);
    const own = archived.get(run.name);
    if (own === undefined || existsSync(settings) || runDifferences(own.result.run, run).length > 0) continue;
    await mkdir(folder, { recursive: true });
    await writeJson(settings, run);
    await writeFile(counts, `${JSON.stringify(own.counts)}\n`);
    // Last: a run with a result counts as finished.
    await writeJson(result, own.result);
    restored.push(run.name);
  }
  return restored;
}

/** Adds the finished runs of a bench folder to an archive; they replace older results of the same runs. */
export async function archiveRuns(archive: string, out: string, runs: readonly BenchRun[]): Promise<void> {
  const archived = await readArchive(archive);
  for (const [name, result] of await readRunResults(out, runs)) {
    const counts = JSON.parse(await readFile(runPaths(out, name).counts, "utf8")) as StoredCounts;
    archived.set(name, { result, counts });
  }
  const lines = [...archived]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, run]) => `${JSON.stringify(run)}\n`);
  await mkdir(dirname(archive), { recursive: true });
  await replaceFile(archive, (temporary) => writeFile(temporary, lines.join("")));
}

/** The runs of an archive by their names; none if there is no such file. */
export async function readArchive(archive: string): Promise<Map<string, ArchivedRun>> {
  if (!existsSync(archive)) return new Map();
  const lines = (await readFile(archive, "utf8")).split("\n");
  return new Map(
    lines.flatMap((line, i) => {
      if (line === "") return [];
      const run = parse(line);
      if (run === undefined)
        throw new UserError(`${archive}:${i + 1} is no run of a bench`, {
          hint: "restore the file from your version control, or remove the line; that run is then repeated",
        });
      return [[run.result.run.name, run] as const];
    }),
  );
}

function parse(line: string): ArchivedRun | undefined {
  try {
    const { result, counts } = JSON.parse(line) as ArchivedRun;
    const upgraded = upgradeResult(result);
    return typeof upgraded.run.name === "string" && counts !== undefined
      ? { result: upgraded, counts }
      : undefined;
  } catch {
    return undefined;
  }
}
