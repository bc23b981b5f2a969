import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { needs, testWith } from "../../test/support/needs.ts";
import { UserError } from "../errors.ts";
import { onDisk } from "./disk-error.ts";

const fault = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ["ENOSPC", 'cannot write "x": the disk is full'],
  ["EACCES", 'cannot write "x": permission denied'],
  ["EROFS", 'cannot write "x": the file system is read-only'],
])("%s is told in words", async (code, message) => {
  const failing = onDisk("x", () => Promise.reject(fault(code)));
  await expect(failing).rejects.toThrow(message);
  await expect(failing).rejects.toThrow(UserError);
});

testWith(needs.fullDevice, "a disk that is really full", async () => {
  await expect(onDisk("x", () => writeFile("/dev/full", "x"))).rejects.toThrow("the disk is full");
});

test("other faults pass as they are", async () => {
  const bug = fault("EBADF");
  await expect(onDisk("x", () => Promise.reject(bug))).rejects.toBe(bug);
});
