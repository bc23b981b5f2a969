import { UserError } from "../errors.ts";
import {
  AnswerProcess,
  type AnswerProcessOptions,
  type ProcessData,
  type ProcessModel,
  restarting,
} from "./answer-process.ts";
import { splitRequest } from "./split-request.ts";
import type { TagRequest, TagResult } from "./tag-api.ts";

/** UTF-16 units that keep a copy busy for longer than it takes to hand them over. */
const WORTH_SHARING = 2000;

/** A model whose processes end so often, within so many milliseconds, is not going to get better by being loaded again. */
const MOST_CRASHES = 5;
const CRASHES_WITHIN = 60_000;

interface AnswerPoolOptions extends Pick<AnswerProcessOptions, "onBatch"> {
  /** How many copies of the model there are, each in a process of its own. */
  readonly copies: number;
  /** Told when a process has ended by itself, which it never should; another takes its place. */
  readonly onCrash?: (error: Error) => void;
  /** Told when processes end again and again, and no more are started: requests that no other copy can take get 503. */
  readonly onGiveUp?: (error: Error) => void;
}

/** The part of a process that the pool needs. */
type Answering = Pick<AnswerProcess, "about" | "answer" | "open" | "dispose">;

/** Starts a process; `onCrash` is called if it ends by itself later. */
type StartProcess = (onCrash: (error: Error) => void) => Promise<Answering>;

/**
 * Several copies of a model that share the requests. Two copies that compute on one core each do more in a second than one that
 * computes on two: the cores never wait for each other in the middle of a batch, which on a busy machine takes most of the time.
 * A copy whose process ends is replaced; its requests are answered 503, the others' go on.
 */
export class AnswerPool {
  readonly about: ProcessModel;
  readonly #copies: Answering[] = [];
  readonly #start: StartProcess;
  readonly #options: AnswerPoolOptions;
  #crashes: number[] = [];
  #starting: Promise<void> = Promise.resolve();
  #isDisposed = false;

  private constructor(start: StartProcess, first: Answering, options: AnswerPoolOptions) {
    this.#start = start;
    this.#options = options;
    this.about = first.about;
    this.#copies.push(first);
  }

  /** Loads the model as often as wanted. */
  static start(data: ProcessData, options: AnswerPoolOptions): Promise<AnswerPool> {
    const { onBatch } = options;
    // Compared with their checksums once is enough.
    let verified = data.tagger.verify;
    return AnswerPool.of((onCrash) => {
      const tagger = { ...data.tagger, ...(verified !== undefined && { verify: verified }) };
      verified = false;
      return AnswerProcess.start({ ...data, tagger }, { onCrash, ...(onBatch !== undefined && { onBatch }) });
    }, options);
  }

  /** A pool of processes that `start` makes: the first alone, so that what is wrong with the model is said once. */
  static async of(start: StartProcess, options: AnswerPoolOptions): Promise<AnswerPool> {
    // Of the first one nobody is left to be told before the pool is there.
    let crashed: (error: Error) => void = () => {};
    const first = await start((error) => crashed(error));
    const pool = new AnswerPool(start, first, options);
    crashed = (error) => pool.#replace(first, error);
    try {
      await Promise.all(Array.from({ length: options.copies - 1 }, () => pool.#add()));
      return pool;
    } catch (error) {
      await pool.dispose();
      throw error;
    }
  }

  /** Whether there is a copy that can answer now. */
  get isAlive(): boolean {
    return this.#copies.length > 0;
  }

  /** An `AnswerTag`: the copy with the fewest requests gets the next one, and a large one is shared out. */
  readonly answer = async (request: TagRequest, signal: AbortSignal): Promise<readonly TagResult[]> => {
    const parts = splitRequest(request, Math.max(1, this.#copies.length), WORTH_SHARING);
    const answers = await Promise.all(parts.map((part) => this.#leastBusy().answer(part, signal)));
    return answers.length === 1 ? answers[0]! : answers.flat();
  };

  /** Lets what is under way finish, and frees all copies. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#starting;
    await Promise.all(this.#copies.map((copy) => copy.dispose()));
  }

  #leastBusy(): Answering {
    if (this.#copies.length === 0) throw restarting("there is no copy of it left");
    return this.#copies.reduce((least, copy) => (copy.open < least.open ? copy : least));
  }

  async #add(): Promise<void> {
    const copy: Answering = await this.#start((error) => this.#replace(copy, error));
    this.#copies.push(copy);
  }

  #replace(ended: Answering, error: Error): void {
    const at = this.#copies.indexOf(ended);
    if (at >= 0) this.#copies.splice(at, 1);
    this.#restart(error);
  }

  /** Starts a copy in place of one that has ended, or could not start, unless that happens all the time. */
  #restart(error: Error): void {
    if (this.#isDisposed) return;
    this.#options.onCrash?.(error);
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < CRASHES_WITHIN), now];
    if (this.#crashes.length > MOST_CRASHES) {
      this.#options.onGiveUp?.(error);
      return;
    }
    this.#starting = this.#starting.then(async () => {
      if (this.#isDisposed) return;
      await this.#add().catch((cause: Error) => {
        // The folder is gone, for example: it would be gone the next time too.
        if (cause instanceof UserError) this.#options.onGiveUp?.(cause);
        else this.#restart(cause);
      });
    });
  }
}
