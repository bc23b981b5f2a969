import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localQueue, type Outcome } from "./queue.ts";

async function collect<Job>(outcomes: AsyncIterable<Outcome<Job>>): Promise<Outcome<Job>[]> {
  const all: Outcome<Job>[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  return all;
}

describe("localQueue", () => {
  test("a job that fails is told with its error and stops no other", async () => {
    const error = new Error("no luck");
    const outcomes = await collect(
      localQueue(1).run(["a", "b", "c"], async (job) => {
        if (job === "b") throw error;
      }),
    );
    expect(outcomes).toEqual([
      { kind: "started", job: "a" },
      { kind: "done", job: "a" },
      { kind: "started", job: "b" },
      { kind: "failed", job: "b", error },
      { kind: "started", job: "c" },
      { kind: "done", job: "c" },
    ]);
  });

  test("a place that is free is filled while others still work", async () => {
    const wait = new Map([
      ["slow", 60],
      ["quick", 1],
      ["last", 1],
    ]);
    const outcomes = await collect(localQueue(2).run(wait.keys(), (job) => sleep(wait.get(job)!)));
    expect(outcomes.map(({ kind, job }) => `${kind} ${job}`)).toEqual([
      "started slow",
      "started quick",
      "done quick",
      "started last",
      "done last",
      "done slow",
    ]);
  });

  test("every job is told of once, and never more are at work than there are places", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ turns: fc.nat(5), fails: fc.boolean() }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (jobs, places) => {
          let [now, most] = [0, 0];
          const outcomes = await collect(
            localQueue(places).run(jobs, async ({ turns, fails }) => {
              most = Math.max(most, ++now);
              for (let i = 0; i < turns; i++) await Promise.resolve();
              now--;
              if (fails) throw new Error("as told");
            }),
          );
          expect(most).toBeLessThanOrEqual(places);
          expect(outcomes.filter(({ kind }) => kind === "started").map(({ job }) => job)).toEqual(jobs);
          const failed = outcomes.filter(({ kind }) => kind === "failed").map(({ job }) => job);
          expect(new Set(failed)).toEqual(new Set(jobs.filter(({ fails }) => fails)));
          expect(outcomes).toHaveLength(2 * jobs.length);
        },
      ),
    );
  });

  test("jobs are taken only when there is room for them", async () => {
    const taken: number[] = [];
    function* jobs() {
      for (const job of [1, 2, 3]) {
        taken.push(job);
        yield job;
      }
    }
    for await (const { kind, job } of localQueue(1).run(jobs(), async () => {})) {
      if (kind === "started") expect(taken).toEqual([1, 2, 3].slice(0, job));
    }
    expect(taken).toEqual([1, 2, 3]);
  });

  test("who stops listening waits for what is at work", async () => {
    let isDone = false;
    for await (const outcome of localQueue(1).run(["only"], async () => {
      await sleep(20);
      isDone = true;
    })) {
      if (outcome.kind === "started") break;
    }
    expect(isDone).toBe(true);
  });
});
