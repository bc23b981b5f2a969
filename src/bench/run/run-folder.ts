import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import type { SentenceCounts } from "../../evaluation/index.ts";
import { writeJson } from "../../files/index.ts";
import type { SpanMap } from "../map/span-map.ts";
import type { BenchRun } from "../suite/run.ts";
import { upgradeRun } from "../suite/upgrade-suite.ts";
import { type RunResult, upgradeResult } from "./run-result.ts";

/** The folder of a run and its files. A folder that was begun by a bench of format 1 keeps its names. */
export function runPaths(out: string, name: string) {
  const runs = existsSync(join(out, "cells")) ? "cells" : "runs";
  const folder = join(out, runs, ...name.split("/"));
  const at = (file: string) => join(folder, file);
  return {
    folder,
    /** What the run is, fixed when it is begun. */
    settings: existsSync(at("cell.json")) ? at("cell.json") : at("run.json"),
    /** The input of its process. */
    job: at("job.json"),
    model: at("model"),
    /** Predictions on the test sentences, and counts per sentence. */
    predictions: at("predictions.jsonl"),
    counts: at("test-counts.json"),
    /** A map of test spans. */
    map: at("span-map.json"),
    usage: at("usage.json"),
    result: at("result.json"),
    log: at("worker.log"),
  };
}

/** Writes the settings of a run. They are fixed from then on, so that one table never mixes settings. */
export async function beginRun(out: string, run: BenchRun): Promise<void> {
  const { folder, settings } = runPaths(out, run.name);
  await checkBegunRun(out, run);
  if (existsSync(settings)) return;
  await mkdir(folder, { recursive: true });
  await writeJson(settings, run);
}

/** Refuses a run that was started with other settings. */
export async function checkBegunRun(out: string, run: BenchRun): Promise<void> {
  const { folder, settings } = runPaths(out, run.name);
  const begun = await readFile(settings, "utf8").then(
    (text) => upgradeRun(JSON.parse(text) as BenchRun),
    () => undefined,
  );
  if (begun === undefined) return;
  const differs = runDifferences(begun, run);
  if (differs.length === 0) return;
  const shown = differs.map(({ key, was, now }) => `\n  "${key}" was ${was}, now ${now}`);
  throw new UserError(`the run in "${folder}" was started with other settings${shown.join("")}`, {
    hint: "choose another --out, give the row another name, or remove that folder to run it again",
  });
}

/** The settings that a run has now and had otherwise when it was begun, as JSON. */
export function runDifferences(begun: BenchRun, run: BenchRun) {
  const before = new Map<string, unknown>(Object.entries(begun));
  const after = new Map<string, unknown>(Object.entries(run));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => ({ key, was: JSON.stringify(before.get(key)), now: JSON.stringify(after.get(key)) }))
    .filter(({ was, now }) => was !== now);
}

/** The result of a run; undefined while it is not finished. */
export async function readRunResult(out: string, name: string): Promise<RunResult | undefined> {
  const { result } = runPaths(out, name);
  return existsSync(result) ? upgradeResult(JSON.parse(await readFile(result, "utf8"))) : undefined;
}

/** The map of a run's spans, or undefined where it has none. */
export async function readSpanMap(out: string, name: string): Promise<SpanMap | undefined> {
  const { map } = runPaths(out, name);
  return existsSync(map) ? (JSON.parse(await readFile(map, "utf8")) as SpanMap) : undefined;
}

/** The results of finished runs by name, in the order of the runs. */
export async function readRunResults(
  out: string,
  runs: readonly Pick<BenchRun, "name">[],
): Promise<Map<string, RunResult>> {
  const found = new Map<string, RunResult>();
  for (const { name } of runs) {
    const result = await readRunResult(out, name);
    if (result !== undefined) found.set(name, result);
  }
  return found;
}

/** The counts of each test sentence, as they are stored. */
export type StoredCounts = Readonly<Record<"correct" | "predicted" | "gold", readonly number[]>>;

/** The counts per test sentence of a finished run. */
export async function readSentenceCounts(out: string, name: string): Promise<SentenceCounts> {
  const { counts } = runPaths(out, name);
  return sentenceCounts(JSON.parse(await readFile(counts, "utf8")) as StoredCounts);
}

/** What `test-counts.json` holds, in memory. */
export function sentenceCounts({ correct, predicted, gold }: StoredCounts): SentenceCounts {
  return {
    length: gold.length,
    correct: Int32Array.from(correct),
    predicted: Int32Array.from(predicted),
    gold: Int32Array.from(gold),
  };
}
