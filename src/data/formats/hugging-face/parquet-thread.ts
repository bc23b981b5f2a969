import { once } from "node:events";
import { stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { UserError } from "../../../errors.ts";
import type { ParquetHead, ParquetSlice } from "./parquet-rows.ts";

/** What the thread is asked for: the first part of a file, or the next one of the same file. */
export interface ToParquetThread {
  readonly path?: string;
}

/** What the thread tells. */
export type FromParquetThread =
  | ParquetHead
  | ParquetSlice
  | { readonly kind: "refused"; readonly message: string; readonly hint: string | undefined }
  | { readonly kind: "end" };

/** How long the next rows may take, in milliseconds: a while, and more for each megabyte, however slow the machine. */
const PATIENCE = 30_000;
const PATIENCE_PER_MB = 5_000;

/** Memory of the thread, in megabytes: some, and more for each megabyte of the file. */
const MEMORY = 1024;
const MEMORY_PER_MB = 64;

/** Files up to this size, in megabytes, are read by one thread after another: starting one takes longer than reading them. */
const SMALL = 1;

/** The thread that has read a small file and waits for another. */
let idle: Worker | undefined;

/**
 * As `parquetRows`, in a thread that is ended if it takes too long or too much memory: the reader computes without a pause, and
 * a damaged file can make it do so for ever.
 */
export async function* parquetThread(
  path: string,
  { patience = PATIENCE }: { readonly patience?: number } = {},
): AsyncGenerator<ParquetHead | ParquetSlice> {
  const megabytes = (await stat(path)).size / 1e6;
  const worker = (megabytes <= SMALL && takeIdle()) || startThread(Math.max(megabytes, SMALL));
  let isDone = false;
  try {
    for (let request: ToParquetThread = { path }; ; request = {}) {
      const message = await next(worker, { request, path, patience: patience + PATIENCE_PER_MB * megabytes });
      isDone = message.kind === "end" || message.kind === "refused";
      if (message.kind === "end") return;
      if (message.kind === "refused") {
        throw new UserError(message.message, message.hint === undefined ? {} : { hint: message.hint });
      }
      yield message;
    }
  } finally {
    if (isDone && megabytes <= SMALL && idle === undefined) keepIdle(worker);
    else await worker.terminate();
  }
}

function startThread(megabytes: number): Worker {
  return new Worker(new URL("./parquet-worker.js", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(MEMORY + MEMORY_PER_MB * megabytes) },
  });
}

function takeIdle(): Worker | undefined {
  const taken = idle;
  idle = undefined;
  taken?.off("exit", forgetIdle).off("error", forgetIdle).ref();
  return taken;
}

/** Lets a thread wait for another file. It does not keep the process alive. */
function keepIdle(worker: Worker): void {
  idle = worker;
  worker.on("exit", forgetIdle).on("error", forgetIdle).unref();
}

function forgetIdle(): void {
  idle = undefined;
}

/** Asks for the next message and waits for it. */
function next(
  worker: Worker,
  {
    request,
    path,
    patience,
  }: { readonly request: ToParquetThread; readonly path: string; readonly patience: number },
): Promise<FromParquetThread> {
  const asked = new AbortController();
  const { signal } = asked;
  const unsound = (why: string) => new UserError(`"${path}" is not a sound Parquet file: ${why}`);
  const tooLong = setTimeout(patience, undefined, { signal }).then(() => {
    throw unsound(`it could not be read in ${Math.round(patience / 1000)} seconds`);
  });
  const message = once(worker, "message", { signal }).then(
    ([found]) => found as FromParquetThread,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
      throw unsound("it takes more memory than a file of its size can need");
    },
  );
  worker.postMessage(request);
  // The one that was not first is given up, which it says by failing.
  for (const promise of [tooLong, message]) promise.catch(() => {});
  return Promise.race([message, tooLong]).finally(() => asked.abort());
}
