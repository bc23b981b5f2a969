import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TypeScore } from "../../src/evaluation/index.ts";
import type { Diagnostics } from "../../src/methods/index.ts";
import type { Cell } from "./cell.ts";

/** In percent. */
export interface Scores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface EpochResult {
  readonly epoch: number;
  readonly loss: number;
  readonly dev: Scores;
  readonly diagnostics: Diagnostics;
}

/** What came of a cell: its `result.json`. */
export interface CellResult extends Cell {
  /** Epochs begun (the last may be cut short), and steps. */
  readonly epochsDone: number;
  readonly steps: number;
  /** The epoch whose weights are kept: the best on dev. */
  readonly bestEpoch: number;
  readonly dev: Scores;
  readonly test: Scores & { readonly perType: readonly TypeScore[] };
  /** What was seen of hidden entities; empty where none are hidden. */
  readonly diagnostics: { readonly last: Diagnostics; readonly best: Diagnostics };
  readonly perEpoch: readonly EpochResult[];
  /** Words trained per second, evaluation not counted. */
  readonly wordsPerSecond: number;
  /** From the start of training to its last score on dev, and with saving and the test on top. */
  readonly trainSeconds: number;
  readonly totalSeconds: number;
  /** How often it was interrupted. */
  readonly resumed: number;
  /** Of the sources. */
  readonly commit: string;
  readonly machine: string;
}

/** The folder of a cell and its files. */
export function cellPaths(out: string, name: string) {
  const folder = join(out, "cells", name);
  const at = (file: string) => join(folder, file);
  return {
    folder,
    model: at("model"),
    settings: at("cell.json"),
    result: at("result.json"),
    lock: at("process"),
  };
}

/** The results that are there already, by the names of cells. */
export async function readResults(
  out: string,
  cells: readonly Pick<Cell, "name">[],
): Promise<ReadonlyMap<string, CellResult>> {
  const found = new Map<string, CellResult>();
  for (const { name } of cells) {
    const { result } = cellPaths(out, name);
    if (existsSync(result)) found.set(name, JSON.parse(await readFile(result, "utf8")) as CellResult);
  }
  return found;
}
