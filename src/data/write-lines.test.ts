import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
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
