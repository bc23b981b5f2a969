import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoCorpus } from "../src/demo/index.ts";
import type { AnswerPool, AnswerProcess, TagRequest } from "../src/serve/index.ts";
import { tinyModel } from "./support/models/tiny-model.ts";
import { quietSession } from "./support/models/tiny-task.ts";

const built = join(process.cwd(), "dist", "serve", "index.js");
const folder = mkdtempSync(join(tmpdir(), "lacuna-process-"));
const data = { dir: join(folder, "model"), tagger: quietSession, decode: {} };
/** A process needs a file that Node can run, so these are the built ones. */
let serve: { readonly AnswerProcess: typeof AnswerProcess; readonly AnswerPool: typeof AnswerPool };

beforeAll(async () => {
  if (!existsSync(built)) throw new Error("dist/ is not built; run `npm test`, or `npm run build` first");
  serve = await import(built);
  await tinyModel(data.dir);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const texts = demoCorpus({ train: 50, dev: 0, test: 0 }).train.map(({ tokens }) => tokens.join(" "));
const request = (own: string[]): TagRequest => ({ texts: own, unit: "utf16" });
const never = new AbortController().signal;

test("a process answers, tells of batches, gives up what is cancelled, and fails one request alone", async () => {
  const batches: number[] = [];
  const copy = await serve.AnswerProcess.start(data, { onBatch: ({ calls }) => batches.push(calls) });
  const [answers, broken] = await Promise.all([
    Promise.all(texts.map((text) => copy.answer(request([text]), never))),
    copy.answer(null as never, never).catch((error: Error) => error),
  ]);
  expect(answers.flat().flatMap(({ entities }) => entities).length).toBeGreaterThan(10);
  expect(broken).toBeInstanceOf(Error);
  expect((broken as Error).stack).toContain("answer-tag");
  // All fifty were there before the first batch was made.
  expect(batches).toEqual([50]);
  const cancel = new AbortController();
  const long = copy.answer(request(Array.from({ length: 100 }, () => texts.join(" "))), cancel.signal);
  cancel.abort(new Error("too late"));
  await expect(long).rejects.toThrow("too late");
  expect(copy.open).toBe(0);
  expect(await copy.answer(request([texts[0]!]), never)).toEqual(answers[0]);
  await copy.dispose();
  await expect(copy.answer(request(["a"]), never)).rejects.toThrow("disposed");
});

test("what is under way when a process is disposed is finished", async () => {
  const copy = await serve.AnswerProcess.start(data);
  const last = Promise.all(texts.map((text) => copy.answer(request([text]), never)));
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([copy.dispose(), last]);
  expect((await last).length).toBe(50);
});

test("copies of a model give the same answers as one", async () => {
  const pool = await serve.AnswerPool.start(data, { copies: 2 });
  const copy = await serve.AnswerProcess.start(data);
  const many = request([...texts, ...texts]);
  expect(await pool.answer(many, never)).toEqual(await copy.answer(many, never));
  await Promise.all([pool.dispose(), copy.dispose()]);
});

test("a folder that is no model is the user's to mend", async () => {
  const start = serve.AnswerPool.start({ ...data, dir: join(folder, "nothing") }, { copies: 2 });
  await expect(start).rejects.toMatchObject({
    name: "UserError",
    hint: expect.stringContaining("lacuna train"),
  });
});

test("a process that is disposed has not crashed", async () => {
  const crashes: Error[] = [];
  const copy = await serve.AnswerProcess.start(data, { onCrash: (error) => crashes.push(error) });
  await copy.dispose();
  expect(crashes).toEqual([]);
});

test("a copy that is killed is replaced; its requests get 503, the others' are answered", async () => {
  const copies: AnswerProcess[] = [];
  const crashes: string[] = [];
  const pool = await serve.AnswerPool.of(
    async (onCrash) => {
      const copy = await serve.AnswerProcess.start(data, { onCrash });
      copies.push(copy);
      return copy;
    },
    { copies: 2, onCrash: ({ message }) => crashes.push(message) },
  );
  const ask = () => pool.answer(request([texts[0]!]), never);
  const expected = await ask();
  const asked = Array.from({ length: 200 }, ask);
  process.kill(copies[0]!.pid, "SIGKILL");
  const outcomes = await Promise.allSettled(asked);
  const failed = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThanOrEqual(100);
  for (const { reason } of failed) expect(reason).toMatchObject({ status: 503, retryAfter: 1 });
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") expect(outcome.value).toEqual(expected);
  }
  expect(crashes).toEqual(["the process of the model ended by the signal SIGKILL"]);
  await expect.poll(() => copies.length, { timeout: 20_000 }).toBe(3);
  expect(await ask()).toEqual(expected);
  await pool.dispose();
});
