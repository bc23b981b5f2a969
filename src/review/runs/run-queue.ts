import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { writeCorpus } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { writeJson } from "../../files/index.ts";
import { HttpError } from "../../http/index.ts";
import type { TrainConfig } from "../../training/index.ts";
import type { Run, RunProgress } from "../api.ts";
import { auditedSentences, reviewedSentences } from "../decisions/reviewed-sentences.ts";
import { countStatuses } from "../decisions/suggestion-queries.ts";
import { hidePaths, pathsIn } from "./hide-paths.ts";
import { ProcessFailed } from "./lacuna-process.ts";
import { runPlaces } from "./run-places.ts";
import { type RunContext, runStages } from "./run-stages.ts";
import { addRun, changeRun, listRuns, publicRun, readRun, type StoredRun } from "./run-table.ts";

interface RunQueueOptions extends RunContext {
  readonly onRun?: (run: Run) => void;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Called with failures that are bugs. */
  readonly onBug?: ((error: unknown) => void) | undefined;
}

/** What a new run is about. */
interface NewRun {
  readonly kind: "before" | "reviewed";
  readonly config: TrainConfig;
  readonly who: string;
  readonly reaudit: boolean;
}

/** The runs of a review: one at a time, each in its own processes. */
export class RunQueue {
  readonly #options: RunQueueOptions;
  readonly #waiting: number[] = [];
  #now: { readonly id: number; readonly abort: AbortController } | undefined;
  #work: Promise<void> = Promise.resolve();
  #closed = false;

  /** Runs that an earlier server left unfinished are marked as stopped: they can be resumed. */
  constructor(options: RunQueueOptions) {
    this.#options = options;
    for (const [id, { status }] of listRuns(options.db)) {
      if (status === "running" || status === "queued") {
        changeRun(options.db, id, { status: "stopped", error: "the server ended before the run did" });
      }
    }
  }

  get isBusy(): boolean {
    return this.#now !== undefined || this.#waiting.length > 0;
  }

  /** Takes a copy of the data as it is now, and queues its training. */
  async add({ kind, config, who, reaudit }: NewRun): Promise<Run> {
    const { db, dir } = this.#options;
    // In one go, so that no decision made meanwhile is half in it.
    const sentences =
      kind === "reviewed"
        ? [...reviewedSentences(db)]
        : Array.from(auditedSentences(db), ([, sentence]) => sentence);
    const { accepted, rejected, changed } = countStatuses(db);
    const { edits } = db.prepare("SELECT count(*) AS edits FROM edits").get() as { edits: number };
    const id = addRun(db, {
      ...emptyRun(who),
      kind,
      reaudit,
      decisions: kind === "reviewed" ? accepted + rejected + changed + edits : 0,
      config,
      method: config.method,
      encoder: config.encoder.kind,
    });
    const places = runPlaces(dir, id);
    try {
      await mkdir(places.folder, { recursive: true });
      await writeCorpus(places.data, sentences, { format: "jsonl" });
      await writeJson(places.config, { ...config, train: [places.data] });
    } catch (error) {
      changeRun(db, id, { status: "failed", endedAt: now(), error: "its data could not be written" });
      throw error;
    }
    return this.#enqueue(id);
  }

  /** Adds an existing model to compare with; the same model again is the same run. */
  async addGiven(model: string, what: Pick<StoredRun, "method" | "encoder" | "config">): Promise<Run> {
    const { db, dir } = this.#options;
    const known = listRuns(db).find(([, run]) => run.model === model);
    const id = known?.[0] ?? addRun(db, { ...emptyRun(""), kind: "given", model, ...what });
    await mkdir(runPlaces(dir, id).folder, { recursive: true });
    return known?.[1].status === "done" ? publicRun(...known) : this.#enqueue(id);
  }

  /** Resumes a run that was stopped or failed. */
  resume(id: number): Run {
    const { db, dir } = this.#options;
    const { status, kind } = readRun(db, id);
    if (status !== "stopped" && status !== "failed") {
      throw new HttpError(409, "not-stopped", `run ${id} is ${status}`);
    }
    if (kind !== "given" && !existsSync(runPlaces(dir, id).config)) {
      throw new HttpError(409, "not-begun", `run ${id} ended before its data was written`, {
        hint: "retrain instead",
      });
    }
    return this.#enqueue(id);
  }

  /** Asks a run to stop; it can be resumed. */
  stop(id: number): Run {
    const { db } = this.#options;
    const { status } = readRun(db, id);
    if (this.#now?.id === id) this.#now.abort.abort();
    else if (status === "queued") {
      this.#waiting.splice(this.#waiting.indexOf(id), 1);
      return this.#change(id, { status: "stopped", endedAt: now() });
    } else throw new HttpError(409, "not-running", `run ${id} is ${status}`);
    return publicRun(id, readRun(db, id));
  }

  /** Stops what is under way and waits for its end. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const id of this.#waiting.splice(0)) this.#change(id, { status: "stopped", endedAt: now() });
    this.#now?.abort.abort();
    await this.#work;
  }

  #enqueue(id: number): Run {
    this.#waiting.push(id);
    const run = this.#change(id, { status: "queued", endedAt: null, error: null });
    if (this.#now === undefined) this.#work = this.#work.then(() => this.#next());
    return run;
  }

  async #next(): Promise<void> {
    for (let id = this.#waiting.shift(); id !== undefined && !this.#closed; id = this.#waiting.shift()) {
      const abort = new AbortController();
      this.#now = { id, abort };
      this.#change(id, { status: "running" });
      const end = await this.#run(id, abort.signal);
      this.#now = undefined;
      this.#change(id, { ...end, endedAt: now() });
    }
  }

  async #run(id: number, signal: AbortSignal): Promise<Pick<StoredRun, "status" | "error">> {
    try {
      const finished = await runStages(id, this.#options, {
        signal,
        onStage: (stage) => this.#change(id, { stage }),
        onProgress: (progress) => this.#options.onProgress?.({ run: id, ...progress }),
      });
      return { status: finished ? "done" : "stopped", error: null };
    } catch (error) {
      if (!(error instanceof ProcessFailed || error instanceof UserError)) this.#options.onBug?.(error);
      const { db, dir, scoredOn } = this.#options;
      const known = pathsIn([readRun(db, id).config, scoredOn?.file]);
      return { status: "failed", error: hidePaths((error as Error).message, dir, known) };
    }
  }

  #change(id: number, changes: Partial<StoredRun>): Run {
    const run = publicRun(id, changeRun(this.#options.db, id, changes));
    this.#options.onRun?.(run);
    return run;
  }
}

function emptyRun(who: string) {
  return {
    status: "queued",
    startedAt: now(),
    endedAt: null,
    who,
    reaudit: false,
    decisions: 0,
    f1: null,
    error: null,
  } as const;
}

function now(): string {
  return new Date().toISOString();
}
