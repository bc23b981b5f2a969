import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { collect } from "../../test/support/collect.ts";
import { readLines, linesOf as splitLines } from "./read-lines.ts";
import { ReadLog } from "./read-log.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-lines-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function linesOf(content: string | Uint8Array, log = new ReadLog()): Promise<string[]> {
  const path = join(folder, "file.txt");
  writeFileSync(path, content);
  const all: string[] = [];
  for await (const { first, lines } of readLines(path, log)) {
    expect(first).toBe(all.length + 1);
    all.push(...lines);
  }
  return all;
}

test.each([
  ["LF", "a\nb\n", ["a", "b"]],
  ["CRLF", "a\r\nb\r\n", ["a", "b"]],
  ["CR", "a\rb\r", ["a", "b"]],
  ["no final newline", "a\nb", ["a", "b"]],
  ["empty lines", "\n\na\n\n", ["", "", "a", ""]],
  ["mixed", "a\r\n\rb\n\nc", ["a", "", "b", "", "c"]],
  ["empty file", "", []],
  ["byte-order mark", "\uFEFFa\nb", ["a", "b"]],
  ["U+2028, NEL and NBSP stay in the line", "a\u2028b\u0085c\u00a0d\n", ["a\u2028b\u0085c\u00a0d"]],
])("%s", async (_, content, expected) => {
  expect(await linesOf(content)).toEqual(expected);
});

test("a line longer than many chunks stays one line", async () => {
  const long = "x".repeat(1_500_000);
  expect(await linesOf(`a\n${long}\nb`)).toEqual(["a", long, "b"]);
});

test("characters and CRLF that straddle a chunk's end survive", async () => {
  // Chunks are 256 KiB: fill to just before the border, then place a four-byte character and a CRLF across it.
  for (const lead of [262_141, 262_142, 262_143]) {
    const line = "x".repeat(lead);
    expect(await linesOf(`${line}😀\nb`)).toEqual([`${line}😀`, "b"]);
    expect(await linesOf(`${line}\r\nb\r\n`)).toEqual([line, "b"]);
  }
});

test("bytes that are not UTF-8 are replaced and reported with their line", async () => {
  const log = new ReadLog();
  const bytes = Buffer.concat([Buffer.from("good\r\nba"), Buffer.from([0xff, 0xfe]), Buffer.from("d\ngöod")]);
  expect(await linesOf(bytes, log)).toEqual(["good", "ba\uFFFD\uFFFDd", "göod"]);
  expect(log.notices).toMatchObject([{ kind: "repaired", line: 2 }]);
});

test("agrees with a plain split on any text", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("a", "\n", "\r", "\r\n", "é", "😀", "\u2028")),
      async (pieces) => {
        const text = pieces.join("");
        const plain = text.split(/\r\n|\n|\r/);
        if (plain.at(-1) === "") plain.pop();
        expect(await linesOf(text)).toEqual(plain);
      },
    ),
    { numRuns: 60 },
  );
});

test("a missing file is a user's mistake", async () => {
  await expect(readLines(join(folder, "nowhere"), new ReadLog()).next()).rejects.toThrow("no such file");
  await expect(readLines(folder, new ReadLog()).next()).rejects.toThrow("it is a folder");
});

test("a line longer than a text can be is refused by its number and the limit, before it is put together", async () => {
  const mebibyte = Buffer.alloc(1 << 20, "x");
  let taken = 0;
  async function* chunks() {
    yield Buffer.from("a\nb\n");
    for (; taken < 600; taken++) yield mebibyte;
  }
  const all = collect(splitLines(chunks(), "big.txt", new ReadLog()));
  await expect(all).rejects.toThrow(
    "big.txt:3: the line is longer than 500 MB, the most that is read in one piece",
  );
  expect(taken).toBe(476);
});
