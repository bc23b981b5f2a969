import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishReplacing, replaceFiles } from "./replace-files.ts";

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

test("a kill between the renames is finished by who looks next", async () => {
  await replaceFiles(paths, fill("old"));
  // As a kill leaves it: the journal is written, the first of two is renamed.
  const temporaries = [join(root, ".x.txt.0123456789ab.tmp"), join(root, ".x.ann.0123456789ab.tmp")] as const;
  await fill("new")(temporaries);
  const renames = [
    [".x.txt.0123456789ab.tmp", "x.txt"],
    [".x.ann.0123456789ab.tmp", "x.ann"],
  ];
  writeFileSync(join(root, ".x.txt.journal"), JSON.stringify({ format: 1, renames }));
  await rename(temporaries[0], paths[0]);
  expect(contents()).toEqual(["new", "old"]);
  await finishReplacing(paths[0]);
  expect(contents()).toEqual(["new", "new"]);
  expect(readdirSync(root).sort()).toEqual(["x.ann", "x.txt"]);
});

test("a journal cannot name files of other folders", async () => {
  const outside = mkdtempSync(join(tmpdir(), "lacuna-outside-"));
  writeFileSync(join(outside, "victim"), "mine");
  writeFileSync(join(root, "from"), "evil");
  const renames = [["from", `../${outside.split("/").at(-1)}/victim`]];
  writeFileSync(join(root, ".x.txt.journal"), JSON.stringify({ format: 1, renames }));
  await finishReplacing(paths[0]);
  expect(readFileSync(join(outside, "victim"), "utf8")).toBe("mine");
  rmSync(outside, { recursive: true });
});
