import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { UserError } from "../errors.ts";
import { HttpError } from "../http/index.ts";
import type { TaggedBatch, TaggerOptions, TagOptions, TextTagger } from "../tagging/index.ts";
import { outbox } from "./outbox.ts";
import type { TagRequest, TagResult } from "./tag-api.ts";

/** What the process is started with. */
export interface ProcessData {
  readonly dir: string;
  readonly tagger: Pick<
    TaggerOptions,
    "batchWords" | "batchesAhead" | "threads" | "spinning" | "verify" | "int8" | "device"
  >;
  readonly decode: NonNullable<TagOptions["decode"]>;
}

/** What is told to the process. */
export type ToProcess =
  | ({ readonly kind: "start" } & ProcessData)
  | { readonly kind: "tag"; readonly id: number; readonly request: TagRequest }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "end" };

/** What the process tells. */
export type FromProcess =
  | { readonly kind: "ready"; readonly about: ProcessModel }
  | { readonly kind: "refused"; readonly message: string; readonly hint: string | undefined }
  | { readonly kind: "answer"; readonly id: number; readonly results: readonly TagResult[] }
  | { readonly kind: "failed"; readonly id: number; readonly stack: string }
  | { readonly kind: "batch"; readonly batch: TaggedBatch };

/** What is known of the model in the process. */
export type ProcessModel = Pick<TextTagger, "parts" | "trainedWith"> & {
  readonly labels: Pick<TextTagger["labels"], "labels">;
};

export interface AnswerProcessOptions {
  readonly onBatch?: (batch: TaggedBatch) => void;
  /** Told when the process ends by itself, which it never should, after its requests were given up. */
  readonly onCrash?: (error: Error) => void;
}

interface Open {
  resolve(results: readonly TagResult[]): void;
  reject(error: unknown): void;
}

/**
 * A model in a process of its own. ONNX Runtime computes in the thread that asks it and lets nothing else run meanwhile, so
 * that a server with the model in its own thread could not even say that it is busy; and what goes wrong in native code, or
 * takes all memory, ends a process and not only a thread.
 */
export class AnswerProcess {
  readonly about: ProcessModel;
  readonly #child: ChildProcess;
  readonly #send: (message: ToProcess) => void;
  readonly #open = new Map<number, Open>();
  #next = 0;
  #end: Error | undefined;

  private constructor(child: ChildProcess, about: ProcessModel, { onBatch, onCrash }: AnswerProcessOptions) {
    this.#child = child;
    // What cannot be sent any more is given up when the process is seen to have ended.
    this.#send = outbox<ToProcess>((messages) => child.connected && child.send(messages, () => {}));
    this.about = about;
    child.on("message", (messages: readonly FromProcess[]) => {
      for (const message of messages) {
        if (message.kind === "batch") onBatch?.(message.batch);
        if (message.kind === "answer") this.#take(message.id)?.resolve(message.results);
        if (message.kind === "failed") this.#take(message.id)?.reject(thrown(message.stack));
      }
    });
    // Not "exit": answers that were sent before it may still be on their way.
    child.once("close", (code, signal) => {
      const isCrash = this.#end === undefined;
      this.#end ??= ended(code, signal);
      for (const { reject } of this.#open.values()) reject(restarting(this.#end.message, this.#end));
      this.#open.clear();
      if (isCrash) onCrash?.(this.#end);
    });
  }

  /** Starts a process and loads a model in it. */
  static async start(data: ProcessData, options: AnswerProcessOptions = {}): Promise<AnswerProcess> {
    // Beside this file in the built package; sources cannot be run as a program.
    const program = fileURLToPath(new URL("./answer-worker.js", import.meta.url));
    const child = fork(program, { serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const first = await new Promise<FromProcess>((resolve, reject) => {
      child.once("message", ([message]: readonly FromProcess[]) => resolve(message!));
      child.once("error", reject);
      child.once("close", (code, signal) => reject(ended(code, signal)));
      const start: readonly ToProcess[] = [{ kind: "start", ...data }];
      child.send(start, () => {});
    });
    child.on("error", () => {});
    if (first.kind === "ready") return new AnswerProcess(child, first.about, options);
    child.disconnect();
    if (first.kind !== "refused") throw new Error(`the process of the model began with "${first.kind}"`);
    throw new UserError(first.message, first.hint === undefined ? {} : { hint: first.hint });
  }

  /** Under which the system knows the process. */
  get pid(): number {
    return this.#child.pid!;
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

  /** Lets the process finish and end. */
  async dispose(): Promise<void> {
    if (this.#end !== undefined) return;
    this.#end = new Error("this model was disposed");
    const closed = new Promise((resolve) => this.#child.once("close", resolve));
    this.#send({ kind: "end" });
    await closed;
  }

  #take(id: number): Open | undefined {
    const open = this.#open.get(id);
    this.#open.delete(id);
    return open;
  }
}

function ended(code: number | null, signal: NodeJS.Signals | null): Error {
  return new Error(
    `the process of the model ended ${signal === null ? `with code ${code}` : `by the signal ${signal}`}`,
  );
}

/** What those are told whose request no process can take: nothing is wrong with it. */
export function restarting(why: string, cause?: Error): HttpError {
  return new HttpError(503, "restarting", `the model has to be loaded again: ${why}`, {
    hint: "try again after the time in Retry-After",
    retryAfter: 1,
    cause,
  });
}

/** An error of another process, with the stack it had there. */
function thrown(stack: string): Error {
  const error = new Error(stack.split("\n")[0]);
  error.stack = stack;
  return error;
}
