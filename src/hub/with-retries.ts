import { setTimeout as sleep } from "node:timers/promises";
import type { UserError } from "../errors.ts";

export interface RetryOptions {
  /** Retries after a failure. */
  readonly retries: number;
  /** The first pause in milliseconds; each further one is twice as long. */
  readonly pause: number;
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: (reason: string, wait: number) => void;
  /** Bytes safely on disk. Failures are counted afresh once this has grown by a megabyte. */
  readonly progress?: () => number;
}

export const defaultRetries = { retries: 5, pause: 500 };

const LONGEST_PAUSE = 60_000;
const PROGRESS = 1 << 20;

/**
 * Repeats `attempt` while it fails with a `TransientFailure`, with growing pauses. A long download over a bad line
 * may fail many times, so the count restarts whenever the download gets further than before; a server that cuts at
 * the same byte each time is still given up.
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries, pause, signal, onRetry, progress = () => 0 } = options;
  let failures = 0;
  let reached = progress();
  for (;;) {
    try {
      return await attempt();
    } catch (failure) {
      if (!(failure instanceof TransientFailure)) throw failure;
      const now = progress();
      if (now >= reached + PROGRESS) {
        failures = 0;
        reached = now;
      }
      if (++failures > retries) throw failure.error;
      const wait = Math.min(failure.retryAfter ?? pause * 2 ** (failures - 1), LONGEST_PAUSE);
      onRetry?.(failure.message, wait);
      await sleep(wait, undefined, signal === undefined ? {} : { signal });
    }
  }
}

/** A failure that may pass. `error` is what the user sees if it does not. */
export class TransientFailure extends Error {
  override name = "TransientFailure";
  readonly error: UserError;
  /** How many milliseconds the server asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(error: UserError, retryAfter?: number) {
    super(error.message, { cause: error });
    this.error = error;
    this.retryAfter = retryAfter;
  }
}
