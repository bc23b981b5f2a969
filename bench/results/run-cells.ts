import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../src/errors.ts";
import { formatDuration } from "../../src/report/index.ts";
import type { Cell } from "./cell.ts";
import { type CellResult, readResults } from "./cell-result.ts";
import { buildLacuna } from "./lacuna.ts";
import { runCell } from "./run-cell.ts";

export interface RunCellsOptions {
  /** All cells of the bench; what is told of them in the end. */
  readonly cells: readonly Cell[];
  /** Which of them are run now; all unless given. */
  readonly isWanted?: (cell: Cell) => boolean;
  readonly out: string;
  /** Called at the start and after each cell with all results so far. */
  readonly report: (results: ReadonlyMap<string, CellResult>) => Promise<void>;
}

/** Runs the cells of a bench one after another, passing over those that are done. Gives the exit code. */
export async function runCells({
  cells,
  isWanted = () => true,
  out,
  report,
}: RunCellsOptions): Promise<number> {
  try {
    await mkdir(out, { recursive: true });
    // Models and masked data are nobody's sources, wherever the folder is.
    await writeFile(join(out, ".gitignore"), "*\n");
    await buildLacuna();
    const done = await readResults(out, cells);
    // An empty table must not take the place of a full one.
    if (done.size > 0) await report(done);
    const left = cells.filter((cell) => isWanted(cell) && !done.has(cell.name));
    console.log(`${cells.length} cells, ${done.size} done before, ${left.length} to run now`);
    for (const [i, cell] of cells.filter(isWanted).entries()) {
      const begun = performance.now();
      if (!done.has(cell.name)) console.log(`\n${i + 1}: ${cell.name}`);
      await runCell(cell, out);
      if (done.has(cell.name)) continue;
      const results = await readResults(out, cells);
      const { test, dev, epochsDone, steps } = results.get(cell.name)!;
      console.log(
        `${cell.name}: test F1 ${test.f1.toFixed(2)} (dev ${dev.f1.toFixed(2)}), ${epochsDone} epochs, ${steps} steps, ${formatDuration((performance.now() - begun) / 1000)}`,
      );
      await report(results);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(`error: ${error.message}${error.hint === undefined ? "" : `\nhint: ${error.hint}`}`);
    return 1;
  }
}
