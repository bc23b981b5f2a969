import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sentence } from "../data/index.ts";
import { parseCorpusSpec, ReadLog, readCorpus } from "../data/index.ts";
import type { Dictionary } from "../dictionary/index.ts";
import { loadDictionary } from "../dictionary/index.ts";
import { UserError } from "../errors.ts";
import { lockFolder, namesIn, replaceFile, writeJson } from "../files/index.ts";
import { encoderName, openModelFolder, SpanScorer, trainedOn } from "../tagging/index.ts";
import type { ReadTrainingDataOptions } from "../training/index.ts";
import {
  dataFingerprint,
  parseDevAmount,
  readingOptions,
  resolveConfig,
  strictReading,
} from "../training/index.ts";
import { formerAuditPath } from "../upgrade.ts";
import { type Calibration, calibrate } from "./calibrate/calibrate.ts";
import { isNested } from "./calibrate/choose-candidates.ts";
import { type AuditConfig, parseAuditConfig } from "./config.ts";
import { type AuditData, readAuditData } from "./data.ts";
import { auditDoubts } from "./doubts.ts";
import type { AuditEvent } from "./event.ts";
import { auditFiles, foldFolder, givenPredictions } from "./folder.ts";
import { foldsOf } from "./predict/folds.ts";
import { predictFold } from "./predict/predict-fold.ts";
import { joinPredictions, readPredictions, writePredictions } from "./predict/predictions-file.ts";
import { trainModels } from "./predict/train-models.ts";
import { summariseAudit } from "./report/summarise-audit.ts";
import { readSavedAudit, type SavedAudit, saveAudit } from "./saved-audit.ts";
import { findSuggestions } from "./suggest/find-suggestions.ts";
import { writeSuggestions } from "./suggest/suggestions-file.ts";
import type { AuditSummary } from "./summary.ts";

export interface RunAuditOptions extends ReadTrainingDataOptions {
  /** Continue the audit in the folder. */
  readonly resume?: boolean;
  /** Stops after the current step of training, else after the current model. */
  readonly signal?: AbortSignal;
  /** Sentences in memory, instead of the files that the config names. */
  readonly data?: AuditData & { readonly dev?: readonly Sentence[] };
}

/**
 * Finds what the labels of some data missed and where they are wrong: trains models that predict the folds they have not
 * seen (or takes a trained one), calibrates their scores, and writes suggestions, a summary and a report to a folder.
 * Finished work is never repeated, so an audit that was killed continues with `resume`.
 */
export async function* runAudit(
  config: AuditConfig,
  out: string,
  options: RunAuditOptions = {},
): AsyncGenerator<AuditEvent> {
  // Whether it can be a folder is told before one is made.
  await namesIn(out);
  const lock = await lockFolder(out, "auditing");
  try {
    yield* auditInFolder(config, out, options, lock.notices);
  } finally {
    await lock.release();
  }
}

async function* auditInFolder(
  config: AuditConfig,
  out: string,
  { resume = false, signal, data: given, ...reading }: RunAuditOptions,
  ofLock: readonly string[],
): AsyncGenerator<AuditEvent> {
  const begun = performance.now();
  const {
    sentences,
    notices,
    warnings: ofReading = [],
  } = given ?? (await readAuditData(config.data, { ...reading, reading: config.reading }));
  const dev = given?.dev ?? (await readDev(config, reading));
  const entities = sentences.flatMap((sentence) => sentence.entities);
  if (config.way !== "model" && entities.length === 0) {
    throw new UserError(`no entity is labelled in ${config.data.map((file) => `"${file}"`).join(", ")}`, {
      hint: "models learn from labels; with a model that is trained already, give --model",
    });
  }
  const known = config.model === null ? undefined : await trainedOn(config.model);
  const warnings = [...ofReading, ...auditDoubts(config, { sentences, dev, known })];
  const folds = config.way === "model" ? undefined : foldsOf(sentences, config.folds, config.seed);
  const saved = { config, fingerprint: dataFingerprint(sentences, dev) };
  if (resume) checkSame(out, await readSavedAudit(out), saved);
  else {
    // Two may have found the folder empty; the second to have it must not mix with the first.
    if (existsSync(join(out, auditFiles.config))) {
      throw new UserError(`there is an audit in "${out}" already`, {
        hint: "go on with it with --resume, or choose another folder with --out",
      });
    }
    await saveAudit(out, saved);
  }
  await rm(join(out, auditFiles.summary), { force: true });

  const models = folds === undefined ? 1 : config.folds;
  const files = Array.from({ length: models }, (_, fold) =>
    existingPath(folds === undefined ? givenPredictions(out) : foldFolder(out, fold).predictions),
  );
  yield {
    kind: "started",
    sentences: sentences.length,
    words: sentences.reduce((sum, { tokens }) => sum + tokens.length, 0),
    entities: entities.length,
    labels: [...new Set(entities.map(({ label }) => label))].sort(),
    way: config.way,
    models,
    done: files.filter((file) => existsSync(file)).length,
    notices: [...ofLock, ...notices],
    ...(warnings.length > 0 && { warnings }),
  };

  const trained = trainModels(config, out, {
    sentences,
    dev,
    folds,
    ...(signal !== undefined && { signal }),
  });
  for (const [fold, path] of files.entries()) {
    if (existsSync(path)) continue;
    const model = fold + 1;
    if (signal?.aborted) return yield { kind: "stopped", model };
    const dir = yield* trained(fold);
    if (dir === undefined) return yield { kind: "stopped", model };
    yield { kind: "model", model, models, task: "predict" };
    const since = performance.now();
    const { threads, device } =
      config.train === null ? { threads: 1, device: config.device } : resolveConfig(config.train);
    await using scorer = await SpanScorer.load(dir, config.train === null ? { device } : { threads, device });
    const isHeldOut = (sentence: number) => folds === undefined || folds[sentence] === fold;
    const work = predictFold(scorer, { sentences, isHeldOut, dev, threads });
    let turn = await work.next();
    for (; !turn.done; turn = await work.next()) {
      yield { kind: "predicting", model, done: turn.value, sentences: sentences.length };
    }
    await writePredictions(path, turn.value);
    const candidates = turn.value.sentences.reduce((sum, own) => sum + (own.candidates?.length ?? 0), 0);
    yield { kind: "predicted", model, candidates, seconds: (performance.now() - since) / 1000 };
  }

  const predictions = joinPredictions(await Promise.all(files.map(readPredictions)), sentences.length);
  const nested = isNested(sentences);
  const calibration = calibrate(sentences, predictions, { dev, nested, seed: config.seed });
  const dictionary = await dictionaryOf(config, sentences);
  const suggestions = findSuggestions({
    sentences,
    predictions,
    calibration,
    nested,
    ...(dictionary !== undefined && { dictionary }),
  });
  const summary = summariseAudit({
    files: config.data,
    sentences,
    models: await describeModels(config, models),
    calibration,
    suggestions,
    notices: [
      ...notices,
      ...calibrationNotices(config, calibration, {
        labels: predictions.labels,
        isKnown: known !== undefined,
      }),
    ],
    warnings,
    seconds: (performance.now() - begun) / 1000,
    ...(resume && { resumed: true }),
    config: config.train,
  });
  const paths = {
    suggestions: join(out, auditFiles.suggestions),
    summary: join(out, auditFiles.summary),
    report: join(out, auditFiles.report),
  };
  await writeSuggestions(paths.suggestions, suggestions);
  // Charts take most of a second to load.
  const { auditReport } = await import("./report/audit-report.ts");
  const page = auditReport({ summary, suggestions, sentences });
  await replaceFile(paths.report, (temporary) => writeFile(temporary, page));
  await writeJson(paths.summary, summary);
  yield { kind: "finished", summary, files: paths };
}

/** A file as this version calls it, unless an earlier one has written it already. */
function existingPath(path: string): string {
  const former = formerAuditPath(path);
  return former !== undefined && !existsSync(path) && existsSync(former) ? former : path;
}

/** Dev sentences choose the best epoch and, since they are complete, calibrate the scores. */
async function readDev(
  { train }: AuditConfig,
  reading: ReadTrainingDataOptions,
): Promise<readonly Sentence[]> {
  if (train === null || train.dev === null) return [];
  if (parseDevAmount(train.dev) !== undefined) {
    throw new UserError(`an audit cannot set aside "${train.dev}" of the data that it audits`, {
      hint: "name a file of other sentences with --dev, or leave it out",
    });
  }
  const { log = new ReadLog(), read = readCorpus } = reading;
  const dev: Sentence[] = [];
  const options = { ...readingOptions(train.reading), log, assume: "complete" } as const;
  for await (const sentence of read(parseCorpusSpec(train.dev), options)) dev.push(sentence);
  if (dev.length === 0) throw new UserError(`there is no sentence in "${train.dev}"`);
  return dev;
}

function checkSame(out: string, saved: SavedAudit, now: SavedAudit): void {
  // Through the same parser, so that both have the same defaults.
  const config = parseAuditConfig(JSON.parse(JSON.stringify(now.config)), "the audit config");
  if (JSON.stringify(saved.config) !== JSON.stringify(config)) {
    throw new UserError(`the audit in "${out}" was begun with another config`, {
      hint: "leave out all options but --out and --resume to continue it",
    });
  }
  if (saved.fingerprint !== now.fingerprint) {
    throw new UserError(`the data is not what the audit in "${out}" was begun with`, {
      hint: "put the files back as they were, or audit anew in another folder",
    });
  }
}

async function dictionaryOf(
  { dictionary, train }: AuditConfig,
  sentences: readonly Sentence[],
): Promise<Dictionary | undefined> {
  const choice = dictionary ?? train?.dictionary ?? null;
  if (choice === null) return undefined;
  const sample = sentences.slice(0, 1000).map(({ tokens }) => tokens);
  return loadDictionary(choice.path, { ...strictReading(choice), sample });
}

async function describeModels(config: AuditConfig, count: number): Promise<AuditSummary["models"]> {
  if (config.model === null) {
    const { method, encoder } = config.train!;
    return { way: config.way, count, method, encoder: encoder.kind };
  }
  const { trainedWith, encoder } = await openModelFolder(config.model, { verify: false, weights: false });
  return {
    way: "model",
    count,
    method: trainedWith.method ?? "unknown",
    encoder: encoderName(encoder.config),
  };
}

function* calibrationNotices(
  { way }: AuditConfig,
  { kind, frequency, isByWord }: Calibration,
  { labels, isKnown }: { readonly labels: readonly string[]; readonly isKnown: boolean },
): Generator<string> {
  if (way === "fast") {
    yield "The encoder of the models has seen all sentences (--fast), so what is missing may be underestimated.";
  }
  if (way === "model" && kind !== "none" && !isKnown) {
    yield "The probabilities hold if the model was not trained on these sentences.";
  }
  if (kind === "none") {
    yield "There are too few labels to compare with: probabilities are those of the model, not calibrated.";
    return;
  }
  if (isByWord) {
    yield "The same words are labelled everywhere or nowhere, as after labelling with a dictionary. The number of missing entities then rests on words that occur once, and is rough; it is rather too low.";
  }
  const unlabelled = labels.filter((label) => frequency(label) === 0);
  if (unlabelled.length > 0) {
    const names = unlabelled.map((label) => `"${label}"`).join(", ");
    yield `No entity of ${names} is labelled: for these the probabilities are those of the model, not calibrated.`;
  }
}
