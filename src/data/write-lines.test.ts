import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { readLines } from "./read-lines.ts";
import { ReadLog } from "./read-log.ts";
import { writeLines } from "./write-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-write-"));
const path = join(folder, "out.txt");
beforeEach(() => rmSync(path, { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

test("writes every line, also far more than a stream's buffer, without a warning", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  const lines = Array.from({ length: 200_000 }, (_, i) => `line ${i} é😀`);
  await writeLines(path, lines);
  expect(readFileSync(path, "utf8")).toBe(`${lines.join("\n")}\n`);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", warned);
  expect(warned).not.toHaveBeenCalled();
});

test("no lines make an empty file", async () => {
  await writeLines(path, []);
  expect(readFileSync(path, "utf8")).toBe("");
});

test("an error half-way leaves the old file and no trace", async () => {
  writeFileSync(path, "old");
  async function* failing() {
    for (let i = 0; i < 50_000; i++) yield `line ${i}`;
    throw new Error("stopped");
  }
  await expect(writeLines(path, failing())).rejects.toThrow("stopped");
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["out.txt"]);
});

test("a folder that is not there is a user's mistake", async () => {
  await expect(writeLines(join(folder, "no", "x"), ["a"])).rejects.toThrow("its folder does not exist");
});

test("a name that ends in .gz is compressed, and nothing is left of one that stops half-way", async () => {
  const path = join(folder, "packed.jsonl.gz");
  await writeLines(path, ["Ann", "left"]);
  expect(zlib.gunzipSync(readFileSync(path)).toString()).toBe("Ann\nleft\n");
  function* failing() {
    yield "a";
    throw new Error("stopped");
  }
  await expect(writeLines(join(folder, "half.gz"), failing())).rejects.toThrow("stopped");
  expect(readdirSync(folder).filter((name) => name.includes("half"))).toEqual([]);
});

test("zstd is written where Node can, and is a clear error elsewhere", async () => {
  const path = join(folder, "packed.jsonl.zst");
  if (!("createZstdCompress" in zlib)) {
    await expect(writeLines(path, ["Ann"])).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("cannot compress to zstd"),
      hint: expect.stringContaining("packed.jsonl.gz"),
    });
    return;
  }
  await writeLines(path, ["Ann", "left"]);
  const found: string[] = [];
  for await (const { lines } of readLines(path, new ReadLog())) found.push(...lines);
  expect(found).toEqual(["Ann", "left"]);
});
