import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { readCorpus, type Sentence, writeCorpus } from "../../data/index.ts";
import { createScorer, createSentenceCounter, type ScoreResult } from "../../evaluation/index.ts";
import { lockFolder, replaceFile, writeJson } from "../../files/index.ts";
import { modelFiles, SpanScorer, Tagger } from "../../tagging/index.ts";
import {
  closeFinishedRun,
  parseTrainConfig,
  type ResolvedConfig,
  readConfigFile,
  readTrainingLog,
  resolveConfig,
  runFiles,
  runHistory,
  runTraining,
  wordsPerSecond,
  wordsRead,
} from "../../training/index.ts";
import { spanMap } from "../map/span-map.ts";
import { runPaths } from "./run-folder.ts";
import type { RunJob, RunProgress } from "./run-job.ts";
import type { RunResult } from "./run-result.ts";
import { RunUsage } from "./run-usage.ts";
import { sourceVersion } from "./source-version.ts";

/** If a bench is killed, its workers stop by themselves after their step: so long they are waited for, in milliseconds. */
const PATIENCE = 30_000;

/**
 * Trains and tests one run in this process, resuming an interrupted one. Returns whether it is finished: `signal` asks for a stop
 * at a checkpoint.
 */
export async function runOne(
  job: RunJob,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void = () => {},
): Promise<boolean> {
  const paths = runPaths(job.out, job.run.name);
  const lock = await lockFolder(paths.folder, "working on this run", { patience: PATIENCE });
  try {
    if (lock.notices.length > 0) onProgress({ kind: "notices", notices: [...lock.notices] });
    if (existsSync(paths.result)) return true;
    const usage = await RunUsage.open(paths.usage);
    const source = sourceVersion();
    const config = await trainRun(job.config, paths.model, { usage, signal, onProgress });
    await usage.note();
    if (signal.aborted) return false;
    const tested = await testRun(job, paths.model, config.threads);
    const result = { ...(await resultOf(job, config, tested, usage)), ...source };
    // Not part of the experiment, so its time does not count.
    await mapRun(job, paths.model, config.threads);
    await writeJson(paths.result, result);
    return true;
  } finally {
    await lock.release();
  }
}

interface TrainOptions {
  readonly usage: RunUsage;
  readonly signal: AbortSignal;
  onProgress(progress: RunProgress): void;
}

/** Returns the config that the run was started with: a resumed run keeps it, threads included. */
async function trainRun(
  wanted: ResolvedConfig,
  model: string,
  { usage, signal, onProgress }: TrainOptions,
): Promise<ResolvedConfig> {
  const resume = existsSync(join(model, runFiles.run));
  const path = join(model, modelFiles.config);
  const config = resume ? resolveConfig(parseTrainConfig(readConfigFile(path), path)) : wanted;
  if (resume && (await closeFinishedRun(model))) return config;
  let epochs = config.epochs;
  for await (const event of runTraining(config, model, { resume, overwrite: !resume, signal })) {
    if (event.kind === "saved") await usage.note();
    if (event.kind === "started") {
      const warnings = (event.warnings ?? []).map(({ message }) => `warning: ${message}`);
      const notices = [...warnings, ...event.notices];
      if (notices.length > 0) onProgress({ kind: "notices", notices });
    }
    if (event.kind === "planned") epochs = event.epochs;
    if (event.kind === "evaluated") {
      onProgress({ kind: "epoch", epoch: event.epoch, epochs, f1: event.dev?.f1 ?? null });
    }
  }
  return config;
}

interface Tested {
  readonly score: ScoreResult;
  readonly wordsPerSecond: number;
}

/** Tags and scores the test sentences; keeps predictions and counts per sentence, for significance tests. */
async function testRun({ run, out, test }: RunJob, model: string, threads: number): Promise<Tested> {
  const paths = runPaths(out, run.name);
  await using tagger = await Tagger.load(model, { threads });
  const scorer = createScorer();
  const counter = createSentenceCounter();
  const gold = readCorpus(test, { assume: "complete" });
  let words = 0;
  async function* tagged(): AsyncGenerator<Sentence> {
    for await (const { sentence, entities } of tagger.tagStream(gold)) {
      scorer.add(sentence, entities);
      counter.add(sentence, entities);
      words += sentence.tokens.length;
      const { tokens, source } = sentence;
      yield { tokens, entities, completeness: "partial", source };
    }
  }
  const begun = performance.now();
  await writeCorpus(paths.predictions, tagged());
  const seconds = (performance.now() - begun) / 1000;
  const { correct, predicted, gold: all } = counter.result();
  const counts = { correct: [...correct], predicted: [...predicted], gold: [...all] };
  await replaceFile(paths.counts, (temporary) => writeFile(temporary, `${JSON.stringify(counts)}\n`));
  return { score: scorer.result(), wordsPerSecond: words / Math.max(seconds, 1e-9) };
}

/** Keeps a map of test spans, where the model has vectors for them. */
async function mapRun({ run, out, test }: RunJob, model: string, threads: number): Promise<void> {
  await using scorer = await SpanScorer.load(model, { threads });
  const sentences: Sentence[] = [];
  for await (const sentence of readCorpus(test, { assume: "complete" })) sentences.push(sentence);
  const map = await spanMap(scorer, sentences);
  const { map: path } = runPaths(out, run.name);
  if (map !== undefined) {
    await replaceFile(path, (temporary) => writeFile(temporary, `${JSON.stringify(map)}\n`));
  }
}

async function resultOf(
  { run, out }: RunJob,
  { threads }: ResolvedConfig,
  tested: Tested,
  usage: RunUsage,
): Promise<Omit<RunResult, "version" | "commit">> {
  const { model } = runPaths(out, run.name);
  const history = runHistory(await readTrainingLog(join(model, runFiles.log)));
  const { started, stopped, epochs } = history;
  if (stopped?.dev === undefined) throw new Error(`the log in "${model}" has no end`);
  const { precision, recall, f1 } = stopped.dev.micro;
  const { seconds, cpuSeconds, peakMegabytes } = usage.total();
  return {
    run,
    dev: { precision, recall, f1 },
    test: { ...tested.score.micro, perType: tested.score.perType },
    epochs: epochs.length,
    steps: stopped.step,
    bestEpoch: stopped.bestEpoch,
    stopped: stopped.reason,
    perEpoch: epochs.map(({ epoch, stage, loss, dev, metrics }) => ({
      epoch,
      ...(stage !== undefined && { stage }),
      loss,
      ...(dev !== undefined && { dev: { precision: dev.precision, recall: dev.recall, f1: dev.f1 } }),
      diagnostics: metrics,
    })),
    ...(stopped.corrections !== undefined && { corrections: stopped.corrections }),
    ...(started?.encoders !== undefined && { encoders: started.encoders }),
    words: wordsRead(history),
    wordsPerSecond: { train: wordsPerSecond(history) ?? 0, test: tested.wordsPerSecond },
    seconds: { train: stopped.seconds, total: seconds },
    cpuSeconds,
    peakMegabytes,
    resumed: usage.resumed,
    threads,
    machine: `${cpus()[0]?.model.trim() ?? "an unknown processor"}, ${availableParallelism()} threads`,
  };
}
