import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoCorpus } from "../src/demo/index.ts";
import type { AnswerPool, AnswerThread, TagRequest } from "../src/serve/index.ts";
import { tinyModel } from "./support/tiny-model.ts";
import { quietSession } from "./support/tiny-task.ts";

const built = join(process.cwd(), "dist", "serve", "index.js");
const folder = mkdtempSync(join(tmpdir(), "lacuna-thread-"));
const data = { dir: join(folder, "model"), tagger: quietSession, decode: {} };
/** A thread needs a file that Node can run, so these are the built ones. */
let serve: { readonly AnswerThread: typeof AnswerThread; readonly AnswerPool: typeof AnswerPool };

beforeAll(async () => {
  if (!existsSync(built)) throw new Error("dist/ is not built; run `npm test`, or `npm run build` first");
  serve = await import(built);
  await tinyModel(data.dir);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const texts = demoCorpus({ train: 50, dev: 0, test: 0 }).train.map(({ tokens }) => tokens.join(" "));
const request = (own: string[]): TagRequest => ({ texts: own, unit: "utf16" });
const never = new AbortController().signal;

test("a thread answers, tells of batches, gives up what is cancelled, and fails one request alone", async () => {
  const batches: number[] = [];
  const thread = await serve.AnswerThread.start(data, { onBatch: ({ calls }) => batches.push(calls) });
  const [answers, broken] = await Promise.all([
    Promise.all(texts.map((text) => thread.answer(request([text]), never))),
    thread.answer(null as never, never).catch((error: Error) => error),
  ]);
  expect(answers.flat().flatMap(({ entities }) => entities).length).toBeGreaterThan(10);
  expect(broken).toBeInstanceOf(Error);
  expect((broken as Error).stack).toContain("answer-tag");
  // All fifty were there before the first batch was made.
  expect(batches).toEqual([50]);
  const cancel = new AbortController();
  const long = thread.answer(request(Array.from({ length: 100 }, () => texts.join(" "))), cancel.signal);
  cancel.abort(new Error("too late"));
  await expect(long).rejects.toThrow("too late");
  expect(thread.open).toBe(0);
  expect(await thread.answer(request([texts[0]!]), never)).toEqual(answers[0]);
  await thread.dispose();
  await expect(thread.answer(request(["a"]), never)).rejects.toThrow("disposed");
});

test("what is under way when a thread is disposed is finished", async () => {
  const thread = await serve.AnswerThread.start(data);
  const last = Promise.all(texts.map((text) => thread.answer(request([text]), never)));
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([thread.dispose(), last]);
  expect((await last).length).toBe(50);
});

test("copies of a model give the same answers as one", async () => {
  const pool = await serve.AnswerPool.start(data, { copies: 2 });
  const thread = await serve.AnswerThread.start(data);
  const many = request([...texts, ...texts]);
  expect(await pool.answer(many, never)).toEqual(await thread.answer(many, never));
  await Promise.all([pool.dispose(), thread.dispose()]);
});

test("a folder that is no model is the user's to mend", async () => {
  const start = serve.AnswerPool.start({ ...data, dir: join(folder, "nothing") }, { copies: 2 });
  await expect(start).rejects.toMatchObject({
    name: "UserError",
    hint: expect.stringContaining("lacuna train"),
  });
});

test("a thread that is disposed has not crashed", async () => {
  const crashes: Error[] = [];
  const thread = await serve.AnswerThread.start(data, { onCrash: (error) => crashes.push(error) });
  await thread.dispose();
  expect(crashes).toEqual([]);
});

test("a copy that is killed is replaced; its requests get 503, the others' are answered", async () => {
  const workers = new Set<Worker>();
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, ...args: Parameters<typeof post>) {
    workers.add(this);
    return post.apply(this, args);
  };
  try {
    const crashes: Error[] = [];
    const pool = await serve.AnswerPool.start(data, { copies: 2, onCrash: (error) => crashes.push(error) });
    const ask = () => pool.answer(request([texts[0]!]), never);
    const [expected] = await Promise.all([ask(), ask()]);
    const asked = Array.from({ length: 200 }, ask);
    await [...workers][0]!.terminate();
    const outcomes = await Promise.allSettled(asked);
    const failed = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(200);
    for (const { reason } of failed) expect(reason).toMatchObject({ status: 503, retryAfter: 1 });
    for (const outcome of outcomes)
      if (outcome.status === "fulfilled") expect(outcome.value).toEqual(expected);
    expect(crashes).toHaveLength(1);
    await expect
      .poll(() => workers.size + (pool.isAlive ? 0 : -9), { timeout: 20_000 })
      .toBeGreaterThanOrEqual(2);
    expect(await ask()).toEqual(expected);
    await pool.dispose();
  } finally {
    Worker.prototype.postMessage = post;
  }
});
