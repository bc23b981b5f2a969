import type { Outcome, Queue } from "./queue.ts";

/** A queue that works on so many jobs at once, here. */
export function localQueue(places: number): Queue {
  if (!Number.isInteger(places) || places < 1) throw new Error(`a queue needs places, got ${places}`);
  return {
    async *run<Job>(jobs: Iterable<Job>, work: (job: Job) => Promise<void>) {
      const source = jobs[Symbol.iterator]();
      const running = new Map<Job, Promise<Outcome<Job>>>();
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
            running.set(job, settled(job, work));
            yield { kind: "started", job } as const;
          }
          if (running.size === 0) return;
          const outcome = await Promise.race(running.values());
          running.delete(outcome.job);
          yield outcome;
        }
      } finally {
        // Whoever stops listening must not leave work behind.
        await Promise.all(running.values());
      }
    },
  };
}

async function settled<Job>(job: Job, work: (job: Job) => Promise<void>): Promise<Outcome<Job>> {
  try {
    await work(job);
    return { kind: "done", job };
  } catch (error) {
    return { kind: "failed", job, error };
  }
}
