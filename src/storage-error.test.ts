import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UserError } from "./errors.ts";
import { StorageError, storageError } from "./storage-error.ts";

const failure = (code: string, syscall?: string, path?: string) =>
  Object.assign(new Error(`${code}: as the system says it`), { code, syscall, path });

test.each([
  ["ENOSPC", "write", undefined, "the disk is full"],
  ["EACCES", "mkdir", "out", 'cannot create "out": permission denied'],
  ["EROFS", "open", "a/b.json", 'cannot write "a/b.json": the file system is read-only'],
  ["EACCES", "scandir", "secret", 'cannot read "secret": permission denied'],
  ["SQLITE_FULL", undefined, undefined, "the disk is full"],
  ["SQLITE_IOERR_WRITE", undefined, undefined, "the disk does not answer as it should"],
])("%s of %s is told in a line", (code, syscall, path, expected) => {
  const told = storageError(failure(code, syscall, path));
  expect(told).toBeInstanceOf(StorageError);
  expect(told).toBeInstanceOf(UserError);
  expect(told?.message).toBe(expected);
});

test("the caller knows the path better than the system", () => {
  const told = storageError(failure("ENOSPC", "write", ".model.1f.tmp"), {
    path: "model",
    hint: "make room",
  });
  expect([told?.message, told?.hint]).toEqual(['cannot write "model": the disk is full', "make room"]);
});

test("what is no fault of the disk stays what it is", () => {
  for (const cause of [
    new Error("bug"),
    failure("ENOENT", "open", "x"),
    failure("ERR_X"),
    undefined,
    "text",
  ]) {
    expect(storageError(cause)).toBeUndefined();
  }
});

test("a real refusal is understood", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lacuna-storage-"));
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "folder"));
  const refused = await open(join(folder, "file", "below"), "w").catch((error: unknown) => error);
  expect(storageError(refused)?.message).toMatch(/^cannot write ".*below": a part of the path is a file/);
  const isFolder = await open(join(folder, "folder"), "w").catch((error: unknown) => error);
  expect(storageError(isFolder)?.message).toMatch(/: it is a folder$/);
});
