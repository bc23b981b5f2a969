/** What became of a job. */
export type Outcome<Job> =
  | { readonly kind: "started"; readonly job: Job }
  | { readonly kind: "done"; readonly job: Job }
  | { readonly kind: "failed"; readonly job: Job; readonly error: unknown };

/**
 * Gets jobs done, some at once. Jobs are plain data, and what they make is written to their folders: so a queue that
 * hands them to other machines fits here as well as one for this machine.
 */
export interface Queue {
  /** Takes jobs one by one as there is room for them, and tells what becomes of each. A failed one stops no other. */
  run<Job>(jobs: Iterable<Job>, work: (job: Job) => Promise<void>): AsyncIterable<Outcome<Job>>;
}
