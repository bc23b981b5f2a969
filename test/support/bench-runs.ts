import type { BenchRun, RunResult } from "../../src/bench/index.ts";

/** A run on the embedded corpus, so that it needs no data set. */
export function madeUpRun(over: Partial<BenchRun> = {}): BenchRun {
  const { column = "demo-p0.5", encoder = "cnn", row = "ce", seed = 1 } = over;
  return {
    name: `${column}/${encoder}/${row}/seed${seed}`,
    column,
    row,
    data: { name: "demo", embedded: "demo", sentences: { train: 10, dev: 2, test: 3 } },
    mask: 0.5,
    encoder,
    method: "ce",
    seed,
    epochs: 1,
    minutes: null,
    set: {},
    vectors: null,
    dictionary: null,
    ...over,
  };
}

/** What came of a run, by its F1 on test. */
export function madeUpResult(run: BenchRun, f1: number, over: Partial<RunResult> = {}): RunResult {
  return {
    run,
    dev: { precision: f1, recall: f1, f1 },
    test: { correct: 1, predicted: 2, gold: 2, precision: f1, recall: f1, f1, perType: [] },
    epochs: 1,
    steps: 10,
    bestEpoch: 1,
    stopped: "epochs",
    perEpoch: [],
    wordsPerSecond: { train: 1000, test: 2000 },
    seconds: { train: 50, total: 60 },
    cpuSeconds: 90,
    peakMegabytes: 200,
    resumed: 0,
    threads: 1,
    version: "0.0.0",
    commit: null,
    machine: "made up",
    ...over,
  };
}
