import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Sentence, SentenceSet } from "../data/index.ts";
import {
  cachedEncoder,
  type Encoder,
  type StatesProgress,
  statesFolder,
  statesLimit,
} from "../encoders/index.ts";
import { UserError } from "../errors.ts";
import { discardFolder, lockFolder, replaceFile, writeJson } from "../files/index.ts";
import { loadParameters, matchesAny, type NamePattern, ParameterStore } from "../graph/index.ts";
import type { Learner, Method } from "../methods/index.ts";
import { CENTRES, inferenceGraph, labelSet, type ScoredEntity } from "../models/index.ts";
import { modelFiles, saveModelFolder } from "../tagging/index.ts";
import { detectCutting, type WordCutting } from "../text/index.ts";
import { CheckpointFolder } from "./checkpoint/checkpoint-folder.ts";
import type { TrainConfig } from "./config/config.ts";
import { methodsWith, ownVersion } from "./config/own-method.ts";
import { type ResolvedConfig, resolveConfig } from "./config/resolve.ts";
import { Latest } from "./latest.ts";
import type { Started, TrainEvent } from "./loop/events.ts";
import { train } from "./loop/train.ts";
import { parseTrainingState } from "./loop/training-state.ts";
import {
  clearAbandonedStart,
  type OpenRunOptions,
  openRunFolder,
  type RunFolder,
  runFiles,
} from "./run-folder.ts";
import { checkSameRun, type RunIdentity, readIdentity, runIdentity, saveIdentity } from "./run-identity.ts";
import type { CarriedWeights } from "./setup/carry-weights.ts";
import { dataFingerprint } from "./setup/data-fingerprint.ts";
import { decideConfig, widestOf } from "./setup/decide-config.ts";
import { GIVEN, type GivenData, givenData } from "./setup/given-sentences.ts";
import { type ReadTrainingDataOptions, readTrainingData } from "./setup/read-training-data.ts";
import type { StartModel } from "./setup/start-model.ts";
import { readTrainingLog, TrainingLog } from "./training-log.ts";

export interface RunTrainingOptions extends ReadTrainingDataOptions, OpenRunOptions {
  /** Asks for a stop with a checkpoint. */
  readonly signal?: AbortSignal;
  /**
   * Make a finished model of the best epoch so far when the run is asked to stop; together with `resume`, at once and
   * without training further.
   */
  readonly keepBest?: boolean;
  /** Sentences that are at hand already, in place of the files that the config names (`train` of it may be empty then). */
  readonly data?: GivenData;
  /** A method of one's own, which the config names. */
  readonly method?: Method;
  /** Weights to begin with in place of drawn ones, such as those of another run's encoder. */
  readonly initial?: InitialWeights;
  /** Weights that training leaves as they are, by name, e.g. `encoder.*`. */
  readonly freeze?: readonly NamePattern[];
}

interface InitialWeights {
  /** The `weights.safetensors` of a model folder. */
  readonly path: string;
  /** Which of them are taken. */
  readonly names: readonly NamePattern[];
}

/**
 * Trains what a config asks for, into a folder: reads the data, makes encoder and method, runs the loop, and saves the
 * model with its log and report. Everything the caller may want to show comes as an event.
 *
 * A model or a run that is in the folder already is an error, unless `overwrite` or `resume` says what to do about it.
 * A model that is overwritten can be used until the new one takes its place, which a kill cannot leave half done.
 */
export async function* runTraining(
  config: TrainConfig,
  out: string,
  options: RunTrainingOptions = {},
): AsyncGenerator<TrainEvent> {
  const begun = performance.now();
  // Mistakes are told before anything is written, the lock included.
  await openFolder(out, options);
  const lock = await lockFolder(out, "training");
  try {
    // Another run may have been here in between.
    const folder = await openFolder(out, options);
    // Before a mistake in the data can end this one: without a lock, nothing tells that the files are worth nothing.
    if (folder.isAbandoned) await clearAbandonedStart(out);
    yield* runInFolder(config, out, { ...options, folder, begun, notices: lock.notices });
  } finally {
    await lock.release();
  }
}

async function openFolder(out: string, { resume = false, overwrite = false }: OpenRunOptions) {
  const folder = await openRunFolder(out, { resume, overwrite });
  if (resume) checkResumable(folder, out);
  return folder;
}

interface RunInFolderOptions extends RunTrainingOptions {
  readonly folder: RunFolder;
  readonly begun: number;
  readonly notices: readonly string[];
}

async function* runInFolder(
  told: TrainConfig,
  out: string,
  options: RunInFolderOptions,
): AsyncGenerator<TrainEvent> {
  const { folder, begun, notices: ofLock, resume = false, overwrite: _, ...rest } = options;
  const { signal, keepBest = false, data: given, method: own, initial, freeze = [], ...reading } = rest;
  const table = methodsWith(own);
  const { work } = folder;
  const earlier = resume ? await readIdentity(work) : undefined;
  const config = configOf(told, given, earlier?.format === 2 ? earlier : undefined);
  // What goes on with a model is loaded where one is named.
  const start =
    config.from === null
      ? undefined
      : await (await import("./setup/start-model.ts")).openStart(config.from, work, resume, table);
  const teacher =
    config.method === "distil"
      ? await (await import("./setup/ask-teacher.ts")).openTeacher(config)
      : undefined;
  const known = [...(start?.labels.labels ?? []), ...(teacher?.labels ?? [])];
  const isTaught = teacher !== undefined;
  const all =
    given === undefined
      ? await readTrainingData(config, { ...reading, known, isTaught })
      : givenData(given, known);
  const read =
    start === undefined
      ? all
      : await (await import("./setup/keep-types.ts")).keepTypes(all, start, resolveConfig(config));
  const {
    config: decided,
    data,
    encoder,
    prepareOptions,
    method,
  } = await decideConfig(config, read, start, table);
  const ofData = dataFingerprint(data.train, data.dev);
  const fingerprint = teacher === undefined ? ofData : `${ofData} ${teacher.sha256}`;
  const version = own === undefined || own.name !== decided.method ? undefined : ownVersion(own);
  const identity = await runIdentity({ config: decided, fingerprint, encoder, method: version });
  if (earlier === undefined) await beginRun(folder, out, decided, identity);
  else {
    checkSameRun(earlier, identity, out);
    // The folder of its encoder may have moved.
    if (decided.encoder.kind === "pretrained") await writeJson(join(work, modelFiles.config), decided);
  }
  // One of format 1 is bound from here on.
  const isUpgraded = earlier !== undefined && (earlier.format === 1 || earlier.upgraded === true);
  if (earlier?.format === 1) await saveIdentity(work, { ...identity, upgraded: true });

  const labels = labelSet([
    ...known,
    ...data.train.flatMap(({ entities }) => entities.map(({ label }) => label)),
  ]);
  const parameters = new ParameterStore({ seed: decided.seed });
  const session = { threads: decided.threads, device: decided.device };
  const prepared = data.train.map(({ tokens }, i) => encoder.prepare(tokens, prepareOptions(i)));
  const ofStates: string[] = [];
  const states = new Latest<StatesProgress>();
  const cached =
    encoder.states === undefined || decided.statesCache === "off"
      ? undefined
      : cachedEncoder(encoder, {
          parameters,
          session,
          storage: decided.statesCache,
          folder: statesFolder(process.env),
          limit: statesLimit(process.env),
          onProgress: (progress) => states.set(progress),
          onNotice: (notice) => ofStates.push(notice),
        });
  const trained = cached ?? encoder;
  const asked = new Latest<StatesProgress>();
  let thoughts: (readonly ScoredEntity[])[] | undefined;
  if (teacher !== undefined) {
    const { askTeacher } = await import("./setup/ask-teacher.ts");
    const work = async () => {
      thoughts = await askTeacher(teacher, data.train, session, (progress) => asked.set(progress));
    };
    for await (const progress of asked.until(work())) yield { kind: "teacher", ...progress };
  }
  const learner = method.learn({
    encoder: trained,
    labels,
    sentences: data.train,
    prepared,
    parameters,
    ...(thoughts !== undefined && { teacher: thoughts }),
    ...(start !== undefined && { minWidth: widestOf(start) }),
    seed: decided.seed,
    ...(data.dev.length > 0 && { dev: data.dev }),
    session,
  });

  const counts = countWeights(encoder, learner, parameters, freeze);
  if (initial !== undefined) await takeWeights(parameters, initial);
  const carried =
    start &&
    (await (
      await import("./setup/carry-weights.ts")
    ).carryWeights({ parameters, encoder, model: learner.model }, start));
  if (cached !== undefined) {
    parameters.keepConstant(cached.weights());
    const dev = data.dev.map(({ tokens }) => encoder.prepare(tokens));
    for await (const progress of states.until(cached.ready([...prepared, ...dev]))) {
      yield { kind: "states", ...progress };
    }
  }
  const passedOver: string[] = [];
  const checkpoints = new CheckpointFolder(work, {
    run: identity.hash,
    allowsUnmarked: isUpgraded,
    onDamaged: (path, reason) => passedOver.push(`passed over the checkpoint "${path}": ${reason}`),
  });
  const log = new TrainingLog(join(work, runFiles.log));
  try {
    // Read before the loop does, to know from which step on the log is to be cut.
    const loaded = resume ? await checkpoints.load() : undefined;
    // Mistakes come before the log is cut.
    if (loaded !== undefined) parseTrainingState(loaded.state);
    const ofLog = await log.open(loaded?.step);
    const isAgain = resume && loaded === undefined;
    const started: Started = {
      kind: "started",
      method: decided.method,
      encoder: decided.encoder.kind,
      encoders: encoder.members?.length ?? 1,
      ...sizesOf(data.train),
      labels: labels.labels,
      parameters: counts,
      notices: [
        ...ofLock,
        ...passedOver,
        ...ofLog,
        ...(isAgain ? ["there is no checkpoint yet: the run begins at its first step"] : []),
        ...(start === undefined ? [] : [startNotice(start, carried!)]),
        ...data.notices,
        ...labelNotices(labels.labels),
        ...ofStates,
        ...learner.notices,
        ...unseenNotices(prepared),
      ],
      ...(data.warnings?.length && { warnings: data.warnings }),
      resumedAt: loaded?.step ?? 0,
    };
    const loop = train({
      config: decided,
      learner,
      encoder: trained,
      parameters,
      prepared,
      session,
      begun,
      resume,
      ...(data.dev.length > 0 && { dev: data.dev }),
      ...(signal !== undefined && { signal }),
      keepBest,
      scoreFirst: start !== undefined,
      freeze,
      checkpoints: {
        load: async () => loaded,
        save: async (checkpoint, bestVersion) => {
          await log.flush();
          await checkpoints.save(checkpoint, bestVersion);
        },
      },
    });
    log.add(started);
    yield started;
    let turn = await loop.next();
    for (; !turn.done; turn = await loop.next()) {
      log.add(turn.value);
      yield turn.value;
    }
    await log.flush();
    if (turn.value === "asked") return;
    await finishRun(folder, out, {
      config: decided,
      encoder,
      learner,
      parameters,
      cutting: detectCutting(data.train),
      trainedOn: SentenceSet.of(read.train),
    });
  } finally {
    await log.close();
    await learner.dispose();
    await cached?.close();
  }
}

function checkResumable({ state }: RunFolder, out: string): void {
  if (state === "finished") {
    throw new UserError(`the run in "${out}" is finished`, { hint: "train anew in another folder" });
  }
  if (state === "begin") {
    throw new UserError(`there is no run to resume in "${out}"`, { hint: "leave out --resume to begin one" });
  }
}

/** The config of a run as far as it was told, and where it is resumed without a word on threads, with as many as it had. */
function configOf(
  told: TrainConfig,
  given: GivenData | undefined,
  earlier: RunIdentity | undefined,
): TrainConfig {
  const threads = told.threads ?? (earlier?.config.threads as number | undefined) ?? null;
  // The config says what the sentences are, for whoever reads it later.
  const train = given !== undefined && told.train.length === 0 ? [GIVEN] : told.train;
  return { ...told, threads, train };
}

/** Clears the folder for a run, and notes what it is about before it begins. */
async function beginRun(
  { work }: RunFolder,
  out: string,
  config: ResolvedConfig,
  identity: RunIdentity,
): Promise<void> {
  // A run that was to replace a model, and is itself replaced, leaves nothing behind.
  if (work !== out) await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  await new CheckpointFolder(work).clear();
  // What the run is about goes last and comes last, so that it is never beside the config of another.
  for (const name of [runFiles.report, runFiles.log, runFiles.run])
    await rm(join(work, name), { force: true });
  if (config.from !== null) {
    await (await import("./setup/start-model.ts")).keepStart(config.from.model, work);
  }
  await writeJson(join(work, modelFiles.config), config);
  await saveIdentity(work, identity);
}

interface FinishedRun {
  readonly config: ResolvedConfig;
  readonly encoder: Encoder;
  readonly learner: Learner;
  readonly parameters: ParameterStore;
  readonly cutting: WordCutting;
  readonly trainedOn: SentenceSet;
}

/**
 * Saves the model and the report, and clears the checkpoints away last: a run that is killed before can be resumed, and
 * ends in the same way.
 */
async function finishRun(
  { work }: RunFolder,
  out: string,
  { config, encoder, learner, parameters, ...facts }: FinishedRun,
): Promise<void> {
  const { documents } = config;
  await saveModelFolder(out, { encoder, model: learner.model, parameters, documents, config, ...facts });
  const events = await readTrainingLog(join(work, runFiles.log));
  // Charts take most of a second to load, and are needed once.
  const { trainingReport } = await import("./report/training-report.ts");
  const stopped = events.findLast((event) => event.kind === "stopped");
  const page = trainingReport({ config, events, perType: stopped?.dev?.perType ?? [] });
  await replaceFile(join(out, runFiles.report), (temporary) => writeFile(temporary, page));
  await new CheckpointFolder(out).clear();
  if (work === out) return;
  for (const name of [runFiles.log, runFiles.run]) {
    await replaceFile(join(out, name), (temporary) => copyFile(join(work, name), temporary));
  }
  await discardFolder(work);
}

function sizesOf(sentences: readonly Sentence[]) {
  const sum = (of: (sentence: Sentence) => number) => sentences.reduce((total, s) => total + of(s), 0);
  return {
    sentences: sentences.length,
    words: sum(({ tokens }) => tokens.length),
    entities: sum(({ entities }) => entities.length),
  };
}

function countWeights(
  encoder: Encoder,
  { model, frozen = [] }: Learner,
  parameters: ParameterStore,
  freeze: readonly NamePattern[],
) {
  // Building the graph declares its weights; they are drawn or read when they are first needed.
  inferenceGraph({ encoder, model, parameters });
  parameters.freeze([...(encoder.frozen ?? []), ...frozen, ...freeze, CENTRES]);
  return parameters.count();
}

/** Puts weights of another model in place. All that are asked for must be there: half an encoder would be none. */
async function takeWeights(parameters: ParameterStore, { path, names }: InitialWeights): Promise<void> {
  const rename = (name: string) => (matchesAny(names, name) ? name : undefined);
  await loadParameters(parameters, path, { rename, extra: "ignore" });
}

function startNotice({ name, sha256, config }: StartModel, { head }: CarriedWeights): string {
  const what = head
    ? "its encoder and its head"
    : `its encoder; the head is new, as that of ${config.method} does not fit`;
  return `going on with the model "${name}" (weights ${sha256.slice(0, 12)}…): ${what}`;
}

/** What to know where there is a single label. */
function labelNotices([label, ...others]: readonly string[]): string[] {
  if (label === undefined || others.length > 0) return [];
  return [
    `"${label}" is the only label: if the data has more types, see \`lacuna stats\` for how it is read; if it could have, a second label for what is often taken for "${label}" helps to tell the two apart`,
  ];
}

function unseenNotices(prepared: readonly { readonly unseen: readonly number[] }[]): string[] {
  const unseen = prepared.reduce((sum, { unseen: own }) => sum + own.length, 0);
  return unseen === 0 ? [] : [`${unseen} words of the training text cannot be read by the encoder`];
}
