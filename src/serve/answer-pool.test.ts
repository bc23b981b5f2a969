import { expect, test } from "vitest";
import { AnswerPool } from "./answer-pool.ts";
import type { ThreadModel } from "./answer-thread.ts";
import type { TagRequest } from "./tag-api.ts";

/** Threads that hold their requests until told. */
function threads(count: number) {
  return Array.from({ length: count }, () => {
    const waiting: (() => void)[] = [];
    return {
      about: {} as ThreadModel,
      waiting,
      get open() {
        return waiting.length;
      },
      answer: () => new Promise<never[]>((resolve) => waiting.push(() => resolve([]))),
      dispose: async () => {},
    };
  });
}

test("requests go to the copy with the fewest", async () => {
  const copies = threads(3);
  const pool = new AnswerPool(copies);
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
    about: {} as ThreadModel,
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
  const results = await new AnswerPool(copies).answer({ texts, unit: "utf16" }, new AbortController().signal);
  expect(asked).toEqual([0, 1]);
  expect(results.map(({ entities }) => Number(entities[0]!.text))).toEqual(texts.map((_, i) => i));
});
