import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishReplacing, replaceFiles } from "./replace-files.ts";
import { decidedName, temporaryBeside } from "./temporaries.ts";

let root: string;
let paths: readonly [string, string];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lacuna-replace-files-"));
  paths = [join(root, "x.txt"), join(root, "x.ann")];
});
afterEach(() => rmSync(root, { recursive: true }));

const fill = (content: string) => async (temporaries: readonly string[]) => {
  for (const path of temporaries) writeFileSync(path, content);
};
const contents = () => paths.map((path) => readFileSync(path, "utf8"));

test("both are new, or both are old", async () => {
  await replaceFiles(paths, fill("one"));
  await replaceFiles(paths, fill("two"));
  expect(contents()).toEqual(["two", "two"]);
  const half = replaceFiles(paths, async ([first]) => {
    writeFileSync(first!, "three");
    throw new Error("stopped half-way");
  });
  await expect(half).rejects.toThrow("stopped half-way");
  expect(contents()).toEqual(["two", "two"]);
  expect(readdirSync(root).sort()).toEqual(["x.ann", "x.txt"]);
});

/** The folder of a process that has ended, whose files are to take their places. */
function decided(names: readonly string[]): void {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const folder = decidedName(temporaryBeside(paths[0])).replace(`-${process.pid}-`, `-${pid}-`);
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), "new");
}

test.each([
  ["before the first is in its place", ["x.txt", "x.ann"], ["old", "old"]],
  ["after the old ones are gone", ["x.txt", "x.ann"], ["old", undefined]],
  ["when the first is in its place", ["x.ann"], ["new", undefined]],
  ["when all are in their places", [], ["new", "new"]],
])("a kill %s is mended by who looks next", async (_, left, standing) => {
  standing.forEach((content, i) => {
    if (content !== undefined) writeFileSync(paths[i]!, content);
  });
  decided(left);
  await finishReplacing(paths[0]);
  expect(contents()).toEqual(["new", "new"]);
  expect(readdirSync(root).sort()).toEqual(["x.ann", "x.txt"]);
});

test("what a process that lives has decided is left to it", async () => {
  await replaceFiles(paths, fill("old"));
  const folder = decidedName(temporaryBeside(paths[0]));
  mkdirSync(folder);
  writeFileSync(join(folder, "x.txt"), "new");
  await finishReplacing(paths[0]);
  expect(contents()).toEqual(["old", "old"]);
});

test("a folder that is not there is told", async () => {
  await expect(replaceFiles([join(root, "no", "x.txt")], fill("new"))).rejects.toThrow(
    'x.txt": its folder does not exist',
  );
});
