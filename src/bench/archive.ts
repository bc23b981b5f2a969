import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { UserError } from "../errors.ts";
import { replaceFile, writeJson } from "../files/index.ts";
import { cellDifferences, cellPaths, readCellResults } from "./run/run-folder.ts";
import type { CellResult } from "./run/run-result.ts";
import type { Cell } from "./suite/run.ts";

/** A cell that is done, without its model: enough for all tables, and small enough to be kept with the sources. */
export interface ArchivedCell {
  readonly result: CellResult;
  /** As in the cell's `test-counts.json`. */
  readonly counts: unknown;
}

/**
 * Puts cells that are done elsewhere into the folder of a bench, so that they are not run again. Those that are there already, and
 * those that the suite has no more or with other settings, are left alone.
 *
 * @returns the names of the cells that were put there
 */
export async function restoreCells(archive: string, out: string, cells: readonly Cell[]): Promise<string[]> {
  const archived = await readArchive(archive);
  const restored: string[] = [];
  for (const cell of cells) {
    const { folder, settings, result, counts } = cellPaths(out, cell.name);
    const own = archived.get(cell.name);
    if (own === undefined || existsSync(settings) || cellDifferences(own.result.cell, cell).length > 0)
      continue;
    await mkdir(folder, { recursive: true });
    await writeJson(settings, cell);
    await writeFile(counts, `${JSON.stringify(own.counts)}\n`);
    // Last: a cell with a result is done.
    await writeJson(result, own.result);
    restored.push(cell.name);
  }
  return restored;
}

/** Adds what is done in the folder of a bench to an archive, in the place of older results of the same cells. */
export async function archiveCells(archive: string, out: string, cells: readonly Cell[]): Promise<void> {
  const archived = await readArchive(archive);
  for (const [name, result] of await readCellResults(out, cells)) {
    const counts = JSON.parse(await readFile(cellPaths(out, name).counts, "utf8")) as unknown;
    archived.set(name, { result, counts });
  }
  const lines = [...archived]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, cell]) => `${JSON.stringify(cell)}\n`);
  await mkdir(dirname(archive), { recursive: true });
  await replaceFile(archive, (temporary) => writeFile(temporary, lines.join("")));
}

/** The cells of an archive by their names; none if there is no such file. */
export async function readArchive(archive: string): Promise<Map<string, ArchivedCell>> {
  if (!existsSync(archive)) return new Map();
  const lines = (await readFile(archive, "utf8")).split("\n");
  return new Map(
    lines.flatMap((line, i) => {
      if (line === "") return [];
      const cell = parse(line);
      if (cell === undefined)
        throw new UserError(`${archive}:${i + 1} is no cell of a bench`, {
          hint: "restore the file from your version control, or remove the line: its cell is run again then",
        });
      return [[cell.result.cell.name, cell] as const];
    }),
  );
}

function parse(line: string): ArchivedCell | undefined {
  try {
    const cell = JSON.parse(line) as ArchivedCell;
    return typeof cell.result.cell.name === "string" && cell.counts !== undefined ? cell : undefined;
  } catch {
    return undefined;
  }
}
