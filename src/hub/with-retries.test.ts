import { expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { TransientFailure, withRetries } from "./with-retries.ts";

const fails = (retryAfter?: number) => new TransientFailure(new UserError("the server is tired"), retryAfter);

test("pauses twice as long each time, and gives the user's error in the end", async () => {
  const waits: number[] = [];
  let calls = 0;
  const never = withRetries(
    async () => {
      calls++;
      throw fails();
    },
    { retries: 4, pause: 1, onRetry: (_, wait) => waits.push(wait) },
  );
  await expect(never).rejects.toThrow(UserError);
  expect(calls).toBe(5);
  expect(waits).toEqual([1, 2, 4, 8]);
});

test("waits as long as the server asks", async () => {
  const waits: number[] = [];
  const queue = [fails(3), fails(0)];
  const result = await withRetries(
    async () => {
      const failure = queue.shift();
      if (failure !== undefined) throw failure;
      return "done";
    },
    { retries: 2, pause: 1000, onRetry: (_, wait) => waits.push(wait) },
  );
  expect(result).toBe("done");
  expect(waits).toEqual([3, 0]);
});

test("other errors pass at once", async () => {
  let calls = 0;
  const broken = withRetries(
    async () => {
      calls++;
      throw new RangeError("a bug");
    },
    { retries: 4, pause: 1 },
  );
  await expect(broken).rejects.toThrow(RangeError);
  expect(calls).toBe(1);
});

test("failures count anew after a megabyte of progress, but not without it", async () => {
  let bytes = 0;
  let calls = 0;
  const attempt = async () => {
    calls++;
    if (bytes < 5 * (1 << 20)) bytes += 1 << 20;
    throw fails(0);
  };
  await expect(withRetries(attempt, { retries: 2, pause: 1, progress: () => bytes })).rejects.toThrow(
    UserError,
  );
  // Calls 1 to 5 each bring a megabyte; the failure of the fifth counts as the first, then two retries follow.
  expect(calls).toBe(7);
});
