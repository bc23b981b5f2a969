import { expect, test } from "vitest";
import { sentence } from "../../test/support/tiny-task.ts";
import { chooseEase } from "./choose-ease.ts";

const some = [sentence("a b c")];
const choose = (byEase: Readonly<Record<string, number>>, sentences = some) => {
  const eases = Object.keys(byEase)
    .map(Number)
    .sort((a, b) => a - b);
  const judge = {
    scores: async (_: unknown, asked: readonly number[]) => asked.map((ease) => byEase[ease]!),
  };
  return chooseEase(judge, sentences, eases);
};

test("takes what is best", async () => {
  expect(await choose({ "-1": 10, 0: 30, 1: 60, 2: 30, 3: 20 })).toBe(1);
});

test("a lucky value among bad ones does not win over one among good ones", async () => {
  expect(await choose({ "-2": 61, "-1": 20, 0: 55, 1: 60, 2: 52 })).toBe(1);
});

test("leaves things as they are where it makes no difference, and where nothing is known", async () => {
  expect(await choose({ "-1": 50, 0: 50, 1: 50 })).toBe(0);
  expect(await choose({ "-1": 10, 0: 30, 1: 60 }, [])).toBe(0);
});
