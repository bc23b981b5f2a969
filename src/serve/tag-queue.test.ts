import { describe, expect, test } from "vitest";
import { HttpError } from "../http/index.ts";
import { TagQueue } from "./tag-queue.ts";

/** Work that ends when told. */
function job() {
  let end = () => {};
  const promise = new Promise<string>((resolve) => {
    end = () => resolve("done");
  });
  return { work: () => promise, end };
}

const refusal = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpError);
  const { status, code, retryAfter } = error as HttpError;
  return { status, code, retryAfter };
};

describe("a queue", () => {
  test("takes so many requests and no more, and takes again when one is done", async () => {
    const queue = new TagQueue({ queuedRequests: 2, queuedLength: 100 });
    const [a, b] = [job(), job()];
    const first = queue.run(10, a.work);
    const second = queue.run(20, b.work);
    expect([queue.requests, queue.length, queue.isFull]).toEqual([2, 30, true]);
    expect(await refusal(queue.run(1, async () => "never"))).toEqual({
      status: 429,
      code: "busy",
      retryAfter: 1,
    });
    a.end();
    expect(await first).toBe("done");
    expect([queue.requests, queue.length, queue.isFull]).toEqual([1, 20, false]);
    expect(await queue.run(5, async () => "served")).toBe("served");
    b.end();
    await second;
    expect([queue.requests, queue.length]).toEqual([0, 0]);
  });

  test("takes so much text and no more, but any one request when it is empty", async () => {
    const queue = new TagQueue({ queuedRequests: 10, queuedLength: 100 });
    const large = job();
    const running = queue.run(500, large.work);
    expect((await refusal(queue.run(1, async () => "never"))).status).toBe(429);
    large.end();
    expect(await running).toBe("done");
    const small = job();
    const next = queue.run(60, small.work);
    expect((await refusal(queue.run(41, async () => "never"))).status).toBe(429);
    expect(await queue.run(40, async () => "served")).toBe("served");
    small.end();
    await next;
  });

  test("has room again after work that failed", async () => {
    const queue = new TagQueue({ queuedRequests: 1, queuedLength: 100 });
    await expect(queue.run(10, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect([queue.requests, queue.length]).toEqual([0, 0]);
  });

  test("the time to wait follows from the speed so far", async () => {
    const queue = new TagQueue({ queuedRequests: 100, queuedLength: 10_000 });
    const stays = job();
    const staying = queue.run(9_000, stays.work);
    // 100 units in about 0.2 s are 500 a second; half of the 9,000 that wait take 9 s, a busy machine longer.
    await queue.run(100, () => new Promise((resolve) => setTimeout(() => resolve(undefined), 200)));
    const { retryAfter } = await refusal(queue.run(2_000, async () => "never"));
    expect(retryAfter).toBeGreaterThanOrEqual(9);
    expect(retryAfter).toBeLessThanOrEqual(60);
    stays.end();
    await staying;
  });
});
