import { Worker } from "node:worker_threads";
import { UserError } from "../errors.ts";
import { HttpError } from "../http/index.ts";
import type { TaggedBatch, TaggerOptions, TagOptions, TextTagger } from "../tagging/index.ts";
import { outbox } from "./outbox.ts";
import type { TagRequest, TagResult } from "./tag-api.ts";

/** What the thread is started with. */
export interface ThreadData {
  readonly dir: string;
  readonly tagger: Pick<TaggerOptions, "batchWords" | "batchesAhead" | "threads" | "spinning" | "verify">;
  readonly decode: NonNullable<TagOptions["decode"]>;
}

/** What is told to the thread. */
export type ToThread =
  | { readonly kind: "tag"; readonly id: number; readonly request: TagRequest }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "end" };

/** What the thread tells. */
export type FromThread =
  | { readonly kind: "ready"; readonly about: ThreadModel }
  | { readonly kind: "refused"; readonly message: string; readonly hint: string | undefined }
  | { readonly kind: "answer"; readonly id: number; readonly results: readonly TagResult[] }
  | { readonly kind: "failed"; readonly id: number; readonly stack: string }
  | { readonly kind: "batch"; readonly batch: TaggedBatch };

/** What is known of the model in the thread. */
export type ThreadModel = Pick<TextTagger, "parts" | "trainedWith"> & {
  readonly labels: Pick<TextTagger["labels"], "labels">;
};

export interface AnswerThreadOptions {
  readonly onBatch?: (batch: TaggedBatch) => void;
  /** Told when the thread ends by itself, which it never should, after its requests were given up. */
  readonly onCrash?: (error: Error) => void;
}

interface Open {
  resolve(results: readonly TagResult[]): void;
  reject(error: unknown): void;
}

/**
 * A model in a thread of its own. ONNX Runtime computes in the thread that asks it and lets nothing else run meanwhile, so
 * that a server with the model in its own thread could not even say that it is busy.
 */
export class AnswerThread {
  readonly about: ThreadModel;
  readonly #worker: Worker;
  readonly #send: (message: ToThread) => void;
  readonly #open = new Map<number, Open>();
  #next = 0;
  #end: Error | undefined;

  private constructor(worker: Worker, about: ThreadModel, { onBatch, onCrash }: AnswerThreadOptions) {
    this.#worker = worker;
    this.#send = outbox<ToThread>((messages) => worker.postMessage(messages));
    this.about = about;
    worker.on("message", (messages: readonly FromThread[]) => {
      for (const message of messages) {
        if (message.kind === "batch") onBatch?.(message.batch);
        if (message.kind === "answer") this.#take(message.id)?.resolve(message.results);
        if (message.kind === "failed") this.#take(message.id)?.reject(thrown(message.stack));
      }
    });
    const ended = (error: Error) => {
      if (this.#end !== undefined) return;
      this.#end = error;
      for (const { reject } of this.#open.values()) reject(restarting(error.message, error));
      this.#open.clear();
      onCrash?.(error);
    };
    worker.on("error", ended);
    worker.on("exit", (code) => ended(new Error(`the thread of the model ended with code ${code}`)));
  }

  /** Starts a thread and loads a model in it. */
  static async start(data: ThreadData, options: AnswerThreadOptions = {}): Promise<AnswerThread> {
    // Beside this file in the built package; sources cannot be run as a thread.
    const worker = new Worker(new URL("./answer-worker.js", import.meta.url), { workerData: data });
    const first = await new Promise<FromThread>((resolve, reject) => {
      worker.once("message", ([message]: readonly FromThread[]) => resolve(message!));
      worker.once("error", reject);
      worker.once("exit", (code) => reject(new Error(`the thread of the model ended with code ${code}`)));
    });
    if (first.kind === "ready") return new AnswerThread(worker, first.about, options);
    await worker.terminate();
    if (first.kind !== "refused") throw new Error(`the thread of the model began with "${first.kind}"`);
    throw new UserError(first.message, first.hint === undefined ? {} : { hint: first.hint });
  }

  /** Requests that are not answered yet. */
  get open(): number {
    return this.#open.size;
  }

  /** An `AnswerTag`. */
  readonly answer = (request: TagRequest, signal: AbortSignal): Promise<readonly TagResult[]> => {
    if (this.#end !== undefined) return Promise.reject(restarting(this.#end.message, this.#end));
    if (signal.aborted) return Promise.reject(signal.reason);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      signal.addEventListener(
        "abort",
        () => {
          if (this.#take(id) === undefined) return;
          this.#send({ kind: "cancel", id });
          reject(signal.reason);
        },
        { once: true },
      );
      this.#send({ kind: "tag", id, request });
    });
  };

  /** Lets the thread finish and end. */
  async dispose(): Promise<void> {
    if (this.#end !== undefined) return;
    this.#end = new Error("this model was disposed");
    const exit = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#send({ kind: "end" });
    await exit;
  }

  #take(id: number): Open | undefined {
    const open = this.#open.get(id);
    this.#open.delete(id);
    return open;
  }
}

/** What those are told whose request no thread can take: nothing is wrong with it. */
export function restarting(why: string, cause?: Error): HttpError {
  return new HttpError(503, "restarting", `the model has to be loaded again: ${why}`, {
    hint: "try again after the time in Retry-After",
    retryAfter: 1,
    cause,
  });
}

/** An error of another thread, with the stack it had there. */
function thrown(stack: string): Error {
  const error = new Error(stack.split("\n")[0]);
  error.stack = stack;
  return error;
}
