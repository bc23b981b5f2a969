import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import { writeJson } from "../../files/index.ts";
import type { SpanMap } from "../map/span-map.ts";
import type { Cell } from "../suite/run.ts";
import type { CellResult } from "./run-result.ts";

/** The folder of a cell and its files. */
export function cellPaths(out: string, name: string) {
  const folder = join(out, "cells", ...name.split("/"));
  const at = (file: string) => join(folder, file);
  return {
    folder,
    /** What the cell is, fixed when it is begun. */
    settings: at("cell.json"),
    /** What its process is told. */
    job: at("job.json"),
    model: at("model"),
    /** What was found in the test sentences, and how many of it were right in each. */
    predictions: at("predictions.jsonl"),
    counts: at("test-counts.json"),
    /** Spans of test as the model sees them. */
    map: at("span-map.json"),
    usage: at("usage.json"),
    result: at("result.json"),
    lock: at("process"),
    log: at("worker.log"),
  };
}

/** Notes what a cell is. One that was begun stays so: results of other settings must not stand in one table with it. */
export async function beginCell(out: string, cell: Cell): Promise<void> {
  const { folder, settings } = cellPaths(out, cell.name);
  await checkBegunCell(out, cell);
  if (existsSync(settings)) return;
  await mkdir(folder, { recursive: true });
  await writeJson(settings, cell);
}

/** Refuses a cell that was begun with other settings; says nothing of one that was not begun. */
export async function checkBegunCell(out: string, cell: Cell): Promise<void> {
  const { folder, settings } = cellPaths(out, cell.name);
  const begun = await readFile(settings, "utf8").then(
    (text) => JSON.parse(text) as Record<string, unknown>,
    () => undefined,
  );
  if (begun === undefined) return;
  const differs = cellDifferences(begun, cell);
  if (differs.length === 0) return;
  const shown = differs.map(({ key, was, now }) => `\n  "${key}" was ${was}, now ${now}`);
  throw new UserError(`the cell in "${folder}" was begun with other settings${shown.join("")}`, {
    hint: "choose another --out, give the row another name, or remove that folder to run the cell anew",
  });
}

/** What is said otherwise of a cell now than when it was begun, as JSON. */
export function cellDifferences(begun: object, cell: Cell) {
  const [before, after] = [begun, cell].map((own) => new Map<string, unknown>(Object.entries(own)));
  return [...new Set([...before!.keys(), ...after!.keys()])]
    .map((key) => ({ key, was: JSON.stringify(before!.get(key)), now: JSON.stringify(after!.get(key)) }))
    .filter(({ was, now }) => was !== now);
}

/** What came of a cell, or undefined while it is not done. */
export async function readCellResult(out: string, name: string): Promise<CellResult | undefined> {
  const { result } = cellPaths(out, name);
  return existsSync(result) ? (JSON.parse(await readFile(result, "utf8")) as CellResult) : undefined;
}

/** The map of a cell's spans, or undefined where it has none. */
export async function readSpanMap(out: string, name: string): Promise<SpanMap | undefined> {
  const { map } = cellPaths(out, name);
  return existsSync(map) ? (JSON.parse(await readFile(map, "utf8")) as SpanMap) : undefined;
}

/** The results that are there, by the names of cells and in their order. */
export async function readCellResults(
  out: string,
  cells: readonly Pick<Cell, "name">[],
): Promise<Map<string, CellResult>> {
  const found = new Map<string, CellResult>();
  for (const { name } of cells) {
    const result = await readCellResult(out, name);
    if (result !== undefined) found.set(name, result);
  }
  return found;
}
