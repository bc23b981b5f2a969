import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { ReadLog } from "../data/index.ts";
import { loadWordList } from "./load-word-list.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-words-"));
afterAll(() => rmSync(root, { recursive: true }));
const file = (text: string | Uint8Array, name = "list.txt") => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};

test("one word per line; of a word listed twice the first line counts, and it is told", async () => {
  const log = new ReadLog();
  const { words, frequencies } = await loadWordList(file("北京\n\n 上海 \r\n北京\n"), log);
  expect([words, frequencies]).toEqual([["北京", "上海"], undefined]);
  expect([...log.counts]).toEqual([["word listed twice", 1]]);
});

test("with frequencies, as in jieba's list; compressed", async () => {
  const { words, frequencies } = await loadWordList(file(gzipSync("B超 3 n\n北京 34488 ns\n"), "list.gz"));
  expect([words, [...frequencies!]]).toEqual([
    ["B超", "北京"],
    [3, 34488],
  ]);
  const tabs = await loadWordList(file("New York\t2\n北京\t0.5\n"));
  expect([tabs.words, [...tabs.frequencies!]]).toEqual([
    ["New York", "北京"],
    [2, 0.5],
  ]);
});

test.each([
  ["", /^the lexicon ".*" has no words$/],
  ["北京 3\n上海 x\n", /list\.txt", line 2: the frequency of "上海" is "x", which is not a number$/],
  ["北京 -1\n", /line 1: the frequency of "北京" is "-1"/],
  ["北京 3\n上海\n", /line 2: this word has no frequency$/],
  ["北京\n上海 3\n", /line 2: this word has a frequency, earlier ones have none$/],
  ["北京 0.1 0.2 0.3\n", /line 1: 4 columns are too many$/],
  ["北\0京\n", /line 1: this is not text$/],
])("%j is refused", async (text, message) => {
  await expect(loadWordList(file(text))).rejects.toThrow(message);
});

test("a file that is not there", async () => {
  await expect(loadWordList(join(root, "nothing"))).rejects.toThrow(/cannot read/);
});
