import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { madeUpCell, madeUpResult } from "../../test/support/bench-cells.ts";
import { archiveCells, restoreCells } from "./archive.ts";
import { cellPaths, readCellResults } from "./run/run-folder.ts";
import type { Cell } from "./suite/run.ts";
import { readSentenceCounts } from "./suite/seed-counts.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const fresh = (ending = "") => join(folder, `${++count}${ending}`);

const cells = ["a", "b", "c"].map((row) => madeUpCell({ row }));
const [a, b, c] = cells as [Cell, Cell, Cell];

function finish(out: string, cell: Cell, f1: number): void {
  const paths = cellPaths(out, cell.name);
  mkdirSync(paths.folder, { recursive: true });
  writeFileSync(paths.settings, JSON.stringify(cell));
  writeFileSync(paths.counts, JSON.stringify({ correct: [f1, 0], predicted: [f1, 1], gold: [f1, 2] }));
  writeFileSync(paths.result, JSON.stringify(madeUpResult(cell, f1)));
}
const scores = async (out: string) =>
  [...(await readCellResults(out, cells))].map(
    ([
      name,
      {
        test: { f1 },
      },
    ]) => [name, f1],
  );

test("what is done on one machine is done on another", async () => {
  const [here, there, archive] = [fresh(), fresh(), fresh(".jsonl")];
  finish(here, a, 10);
  finish(here, c, 30);
  await archiveCells(archive, here, cells);
  expect(await restoreCells(archive, there, cells)).toEqual([a.name, c.name]);
  expect(await scores(there)).toEqual([
    [a.name, 10],
    [c.name, 30],
  ]);
  expect([...(await readSentenceCounts(there, c.name)).predicted]).toEqual([30, 1]);
  // And goes on there, with what was archived.
  finish(there, b, 20);
  await archiveCells(archive, there, cells);
  expect(readFileSync(archive, "utf8").trimEnd().split("\n")).toHaveLength(3);
  expect(await restoreCells(archive, there, cells)).toEqual([]);
});

test("a cell that was begun, or of which the suite says something else now, is not taken from the archive; nor is it lost", async () => {
  const [here, there, archive] = [fresh(), fresh(), fresh(".jsonl")];
  for (const cell of cells) finish(here, cell, 10);
  await archiveCells(archive, here, cells);
  mkdirSync(cellPaths(there, a.name).folder, { recursive: true });
  writeFileSync(cellPaths(there, a.name).settings, JSON.stringify(a));
  const changed = { ...b, epochs: 7 };
  expect(await restoreCells(archive, there, [a, changed, c])).toEqual([c.name]);
  expect(existsSync(cellPaths(there, b.name).folder)).toBe(false);
  await archiveCells(archive, there, [a, changed, c]);
  expect(readFileSync(archive, "utf8").trimEnd().split("\n")).toHaveLength(3);
});

test("a result that was made anew takes the place of the older one", async () => {
  const [here, archive] = [fresh(), fresh(".jsonl")];
  finish(here, a, 10);
  await archiveCells(archive, here, cells);
  finish(here, a, 11);
  await archiveCells(archive, here, cells);
  const there = fresh();
  await restoreCells(archive, there, cells);
  expect(await scores(there)).toEqual([[a.name, 11]]);
});

test("no archive yet: nothing to take; a broken one is named with its line, and not written over", async () => {
  const archive = fresh(".jsonl");
  expect(await restoreCells(archive, fresh(), cells)).toEqual([]);
  const here = fresh();
  finish(here, a, 10);
  await archiveCells(archive, here, cells);
  const whole = readFileSync(archive, "utf8");
  for (const broken of [whole.slice(0, 40), '{"result":{}}\n']) {
    writeFileSync(archive, whole + broken);
    await expect(restoreCells(archive, fresh(), cells)).rejects.toThrow(`${archive}:2 is no cell`);
    await expect(archiveCells(archive, here, cells)).rejects.toThrow(`${archive}:2`);
    expect(readFileSync(archive, "utf8")).toBe(whole + broken);
  }
});
