import {
  AnswerThread,
  type AnswerThreadOptions,
  type ThreadData,
  type ThreadModel,
} from "./answer-thread.ts";
import { splitRequest } from "./split-request.ts";
import type { TagRequest, TagResult } from "./tag-api.ts";

/** UTF-16 units that keep a copy busy for longer than it takes to hand them over. */
const WORTH_SHARING = 2000;

interface AnswerPoolOptions extends AnswerThreadOptions {
  /** How many copies of the model there are, each in a thread of its own. */
  readonly copies: number;
}

/** The part of a thread that the pool needs. */
type Answering = Pick<AnswerThread, "about" | "answer" | "open" | "dispose">;

/**
 * Several copies of a model that share the requests. Two copies that compute on one core each do more in a second than one that
 * computes on two: the cores never wait for each other in the middle of a batch, which on a busy machine takes most of the time.
 */
export class AnswerPool {
  readonly about: ThreadModel;
  readonly #threads: readonly Answering[];

  constructor(threads: readonly Answering[]) {
    if (threads.length === 0) throw new Error("a pool needs at least one thread");
    this.#threads = threads;
    this.about = threads[0]!.about;
  }

  /** Loads the model as often as wanted. The first copy alone, so that what is wrong with it is said once. */
  static async start(data: ThreadData, { copies, ...options }: AnswerPoolOptions): Promise<AnswerPool> {
    const first = await AnswerThread.start(data, options);
    // Compared with their checksums once is enough.
    const same = { ...data, tagger: { ...data.tagger, verify: false } };
    const others = await Promise.allSettled(
      Array.from({ length: copies - 1 }, () => AnswerThread.start(same, options)),
    );
    const failed = others.find((other) => other.status === "rejected");
    const started = others.flatMap((other) => (other.status === "fulfilled" ? [other.value] : []));
    if (failed === undefined) return new AnswerPool([first, ...started]);
    await Promise.all([first, ...started].map((thread) => thread.dispose()));
    throw failed.reason;
  }

  /** An `AnswerTag`: the copy with the fewest requests gets the next one, and a large one is shared out. */
  readonly answer = async (request: TagRequest, signal: AbortSignal): Promise<readonly TagResult[]> => {
    const parts = splitRequest(request, this.#threads.length, WORTH_SHARING);
    const answers = await Promise.all(parts.map((part) => this.#leastBusy().answer(part, signal)));
    return answers.length === 1 ? answers[0]! : answers.flat();
  };

  #leastBusy(): Answering {
    return this.#threads.reduce((least, thread) => (thread.open < least.open ? thread : least));
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.dispose()));
  }
}
