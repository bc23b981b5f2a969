/** What became of a job. */
export type Outcome<Job> =
  | { readonly kind: "started"; readonly job: Job }
  | { readonly kind: "done"; readonly job: Job }
  | { readonly kind: "failed"; readonly job: Job; readonly error: unknown };

/**
 * Runs jobs, several at a time. Jobs are plain data and write to their own folders, so a queue may also hand them to other machines.
 */
export interface Queue {
  /** Takes jobs as there is room for them, and yields what becomes of each. A failed job does not stop the others. */
  run<Job>(jobs: Iterable<Job>, work: (job: Job) => Promise<void>): AsyncIterable<Outcome<Job>>;
}

/** A queue that runs so many jobs at a time on this machine. */
export function localQueue(places: number): Queue {
  if (!Number.isInteger(places) || places < 1) throw new Error(`a queue needs places, got ${places}`);
  return {
    async *run<Job>(jobs: Iterable<Job>, work: (job: Job) => Promise<void>) {
      const source = jobs[Symbol.iterator]();
      // By number: nothing says that two jobs differ.
      const running = new Map<number, Promise<Settled<Job>>>();
      let count = 0;
      let isOver = false;
      try {
        for (;;) {
          while (!isOver && running.size < places) {
            const next = source.next();
            if (next.done) {
              isOver = true;
              break;
            }
            const job = next.value;
            running.set(count, settled(count++, job, work));
            yield { kind: "started", job } as const;
          }
          if (running.size === 0) return;
          const [number, outcome] = await Promise.race(running.values());
          running.delete(number);
          yield outcome;
        }
      } finally {
        // Whoever stops listening must not leave work behind.
        await Promise.all(running.values());
      }
    },
  };
}

type Settled<Job> = readonly [number: number, outcome: Outcome<Job>];

async function settled<Job>(
  number: number,
  job: Job,
  work: (job: Job) => Promise<void>,
): Promise<Settled<Job>> {
  try {
    await work(job);
    return [number, { kind: "done", job }];
  } catch (error) {
    return [number, { kind: "failed", job, error }];
  }
}
