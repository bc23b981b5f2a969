import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asideOf, folderAt, replaceFolder } from "./replace-folder.ts";
import { removeLeftovers, temporaryBeside } from "./temporaries.ts";

let root: string;
let path: string;
const put = (folder: string, text: string) => {
  mkdirSync(folder);
  writeFileSync(join(folder, "file"), text);
};
const fill = (text: string) => async (temporary: string) => {
  await mkdir(join(temporary, "sub"));
  await writeFile(join(temporary, "sub", "inner"), text);
  await writeFile(join(temporary, "file"), text);
};
const read = async () => readFileSync(join(await folderAt(path), "file"), "utf8");

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lacuna-replace-"));
  path = join(root, "model");
});
afterEach(() => rmSync(root, { recursive: true }));

test("a new folder appears, and an older one is replaced as a whole", async () => {
  await replaceFolder(path, fill("one"));
  writeFileSync(join(path, "only-old"), "");
  await replaceFolder(path, fill("two"));
  expect(readdirSync(root)).toEqual(["model"]);
  expect(readdirSync(path).sort()).toEqual(["file", "sub"]);
  expect([await read(), readFileSync(join(path, "sub", "inner"), "utf8")]).toEqual(["two", "two"]);
});

test("until all is written the older folder stays in its place", async () => {
  await replaceFolder(path, fill("one"));
  await replaceFolder(path, async (temporary) => {
    await fill("two")(temporary);
    expect(await read()).toBe("one");
  });
  expect(await read()).toBe("two");
});

test("if filling fails, the older folder stays and nothing is left behind", async () => {
  const failing = async (temporary: string) => {
    await fill("two")(temporary);
    throw new Error("stopped half-way");
  };
  await expect(replaceFolder(path, failing)).rejects.toThrow("stopped half-way");
  expect(readdirSync(root)).toEqual([]);
  await replaceFolder(path, fill("one"));
  await expect(replaceFolder(path, failing)).rejects.toThrow("stopped half-way");
  expect(readdirSync(root)).toEqual(["model"]);
  expect(await read()).toBe("one");
});

describe("after a kill", () => {
  test("while filling: the older folder is read, and the leftover is not in the way", async () => {
    put(path, "old");
    put(temporaryBeside(path), "half");
    expect(await read()).toBe("old");
    await replaceFolder(path, fill("new"));
    expect(await read()).toBe("new");
  });

  test("between the two renames: the older folder is read beside its place, and replaced next time", async () => {
    put(path, "old");
    put(temporaryBeside(path), "new");
    renameSync(path, asideOf(path));
    expect(await read()).toBe("old");
    await expect(replaceFolder(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await read()).toBe("old");
    await replaceFolder(path, fill("newer"));
    expect(await read()).toBe("newer");
    await removeLeftovers(root, { isOurs: true });
    expect(readdirSync(root)).toEqual(["model"]);
  });

  test("behind the renames: the newer folder is read", async () => {
    put(path, "new");
    put(asideOf(path), "old");
    expect(await read()).toBe("new");
    await replaceFolder(path, fill("newer"));
    expect(readdirSync(root)).toEqual(["model"]);
  });
});

test("says what is wrong with the path", async () => {
  await expect(replaceFolder(join(root, "none", "model"), fill(""))).rejects.toThrow(
    /^cannot write ".*model": its folder does not exist$/,
  );
  writeFileSync(path, "mine");
  await expect(replaceFolder(path, fill(""))).rejects.toThrow(
    /model": it is a file, and should be a folder$/,
  );
  await expect(replaceFolder(join(path, "inner"), fill(""))).rejects.toThrow(
    /^cannot write ".*inner": a part of the path is a file/,
  );
  expect(readFileSync(path, "utf8")).toBe("mine");
  expect(readdirSync(root)).toEqual(["model"]);
});
