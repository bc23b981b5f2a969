import { HttpError } from "../http/index.ts";
import type { ServeLimits } from "./serve-limits.ts";

/** What one may be asked to wait at most, in seconds. */
const LONGEST_WAIT = 60;

/**
 * Lets work in as long as there is room, and says how long to wait where there is none. What is let in is not held back: the
 * tagger makes batches of all that is there.
 */
export class TagQueue {
  readonly #limits: Pick<ServeLimits, "queuedRequests" | "queuedLength">;
  #requests = 0;
  #length = 0;
  /** Since when there has always been something in it, and how much has left it since. */
  #busySince = 0;
  #done = 0;

  constructor(limits: Pick<ServeLimits, "queuedRequests" | "queuedLength">) {
    this.#limits = limits;
  }

  /** Requests that wait or are computed. */
  get requests(): number {
    return this.#requests;
  }

  /** UTF-16 units of these. */
  get length(): number {
    return this.#length;
  }

  get isFull(): boolean {
    return this.#requests >= this.#limits.queuedRequests || this.#length >= this.#limits.queuedLength;
  }

  /** Does the work if there is room for so much text, or fails at once with 429. An empty queue takes any one request. */
  async run<T>(length: number, work: () => Promise<T>): Promise<T> {
    const isTooLong = this.#requests > 0 && this.#length + length > this.#limits.queuedLength;
    if (this.#requests >= this.#limits.queuedRequests || isTooLong) {
      throw new HttpError(429, "busy", "too much is waiting already", {
        hint: "try again after the time in Retry-After",
        retryAfter: this.#wait(),
      });
    }
    if (this.#requests === 0) {
      this.#busySince = performance.now();
      this.#done = 0;
    }
    this.#requests++;
    this.#length += length;
    try {
      return await work();
    } finally {
      this.#requests--;
      this.#length -= length;
      this.#done += length;
    }
  }

  /** Seconds until half of what waits should be done, at the speed so far. */
  #wait(): number {
    const perSecond = this.#done / ((performance.now() - this.#busySince) / 1000);
    const seconds = this.#done === 0 ? 1 : this.#length / 2 / perSecond;
    return Math.min(LONGEST_WAIT, Math.max(1, Math.ceil(seconds)));
  }
}
