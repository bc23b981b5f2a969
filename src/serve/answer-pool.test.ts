import { describe, expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { AnswerPool } from "./answer-pool.ts";
import type { ProcessModel } from "./answer-process.ts";
import type { TagRequest } from "./tag-api.ts";

/** Processes that hold their requests until told. */
function processes(count: number) {
  return Array.from({ length: count }, () => {
    const waiting: (() => void)[] = [];
    return {
      about: {} as ProcessModel,
      waiting,
      get open() {
        return waiting.length;
      },
      answer: () => new Promise<never[]>((resolve) => waiting.push(() => resolve([]))),
      dispose: async () => {},
    };
  });
}

const poolOf = (copies: readonly ReturnType<typeof processes>[number][] | readonly object[]) => {
  const left = [...copies];
  return AnswerPool.of(async () => left.shift() as never, { copies: copies.length });
};

test("requests go to the copy with the fewest", async () => {
  const copies = processes(3);
  const pool = await poolOf(copies);
  const open = () => copies.map(({ waiting }) => waiting.length);
  const ask = () => pool.answer({} as TagRequest, new AbortController().signal);
  const asked = Array.from({ length: 7 }, ask);
  expect(open()).toEqual([3, 2, 2]);
  for (const done of copies[1]!.waiting.splice(0)) done();
  asked.push(ask(), ask());
  expect(open()).toEqual([3, 2, 2]);
  for (const { waiting } of copies) for (const done of waiting.splice(0)) done();
  await Promise.all(asked);
});

test("a large request is shared out, and its results stay in order", async () => {
  const texts = Array.from({ length: 40 }, (_, i) => `${i} ${"x".repeat(200)}`);
  const asked: number[] = [];
  const copies = [0, 1].map((which) => ({
    about: {} as ProcessModel,
    get open() {
      return asked.filter((one) => one === which).length;
    },
    answer: async ({ texts: own }: TagRequest) => {
      asked.push(which);
      await new Promise((resolve) => setTimeout(resolve, which === 0 ? 20 : 1));
      return own!.map((text) => ({
        entities: [{ start: 0, end: 1, label: "X", score: 1, text: text.split(" ")[0]! }],
      }));
    },
    dispose: async () => {},
  }));
  const results = await (await poolOf(copies)).answer({ texts, unit: "utf16" }, new AbortController().signal);
  expect(asked).toEqual([0, 1]);
  expect(results.map(({ entities }) => Number(entities[0]!.text))).toEqual(texts.map((_, i) => i));
});

describe("a copy that ends by itself", () => {
  const never = new AbortController().signal;
  const ask = (pool: AnswerPool) => pool.answer({} as TagRequest, never).then(String, String);

  /** A pool whose copies can be made to end, and what was told of them. */
  async function mortal({
    copies = 2,
    load = async () => {},
  }: {
    copies?: number;
    load?: () => Promise<void>;
  } = {}) {
    const ends: ((error: Error) => void)[] = [];
    const told: string[] = [];
    const pool = await AnswerPool.of(
      async (onCrash) => {
        if (ends.length >= copies) await load();
        const [copy] = processes(1);
        ends.push(onCrash);
        return {
          ...copy!,
          get open() {
            return 0;
          },
          answer: async () => [],
        };
      },
      {
        copies,
        onCrash: ({ message }) => told.push(`crash ${message}`),
        onGiveUp: ({ message }) => told.push(`give up ${message}`),
      },
    );
    return { pool, ends, told };
  }

  test("is replaced, and told of", async () => {
    const { pool, ends, told } = await mortal();
    ends[0]!(new Error("one"));
    expect(pool.isAlive).toBe(true);
    expect(await ask(pool)).toBe("");
    await expect.poll(() => ends.length).toBe(3);
    expect(told).toEqual(["crash one"]);
  });

  test("where it was the only one, requests are told to come back", async () => {
    let loaded = () => {};
    const loading = new Promise<void>((resolve) => {
      loaded = resolve;
    });
    const { pool, ends } = await mortal({ copies: 1, load: () => loading });
    ends[0]!(new Error("one"));
    expect(pool.isAlive).toBe(false);
    await expect(pool.answer({} as TagRequest, never)).rejects.toMatchObject({
      status: 503,
      code: "restarting",
      retryAfter: 1,
    });
    loaded();
    await expect.poll(() => pool.isAlive).toBe(true);
    expect(await ask(pool)).toBe("");
  });

  test("again and again, is given up after five times in a minute", async () => {
    const { pool, ends, told } = await mortal({ copies: 1 });
    for (let i = 0; i < 6; i++) {
      await expect.poll(() => ends.length).toBe(i + 1);
      ends[i]!(new Error(String(i)));
    }
    expect(told.at(-1)).toBe("give up 5");
    expect(pool.isAlive).toBe(false);
    await pool.dispose();
  });

  test("and whose model is gone, is given up", async () => {
    const { ends, told } = await mortal({ load: () => Promise.reject(new UserError("gone from the disk")) });
    ends[0]!(new Error("one"));
    await expect.poll(() => told).toEqual(["crash one", "give up gone from the disk"]);
  });

  test("and whose successor ends before it is ready, is replaced once more", async () => {
    const failures = [new Error("killed")];
    const { pool, ends, told } = await mortal({
      copies: 1,
      load: async () => {
        const failure = failures.pop();
        if (failure !== undefined) throw failure;
      },
    });
    ends[0]!(new Error("one"));
    await expect.poll(() => pool.isAlive).toBe(true);
    expect(told).toEqual(["crash one", "crash killed"]);
  });
});
