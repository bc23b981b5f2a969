import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TarEntry, tarOf } from "../../test/support/archives/tar-of.ts";
import { UserError } from "../errors.ts";
import { unpackTar } from "./unpack-tar.ts";

let folder: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lacuna-tar-"));
  target = join(folder, "a", "b", "target");
  mkdirSync(target, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

const unpack = (bytes: Uint8Array, limits?: Parameters<typeof unpackTar>[3]) => {
  const archive = join(folder, "x.tgz");
  writeFileSync(archive, bytes);
  return unpackTar(archive, target, () => true, limits);
};

test("files are written with their folders, packed or not, and only those that are wanted", async () => {
  const entries = [
    { path: "package/", type: "5" },
    { path: "package/config.json", data: "{}" },
    { path: "./package/deep/model.onnx", data: "x".repeat(70_000) },
    { path: "package/readme.md", data: "no" },
  ];
  const archive = join(folder, "x.tgz");
  for (const bytes of [gzipSync(tarOf(entries)), tarOf(entries)]) {
    writeFileSync(archive, bytes);
    const written = await unpackTar(archive, target, (path) => !path.endsWith(".md"));
    expect(written).toEqual(["package/config.json", "package/deep/model.onnx"]);
    expect(readFileSync(join(target, "package/deep/model.onnx"), "utf8")).toBe("x".repeat(70_000));
    expect(existsSync(join(target, "package/readme.md"))).toBe(false);
    rmSync(join(target, "package"), { recursive: true });
  }
});

test("what the system's own tar wrote is read", async () => {
  mkdirSync(join(folder, "in", "x".repeat(90)), { recursive: true });
  const long = join("x".repeat(90), "y".repeat(90));
  writeFileSync(join(folder, "in", long), "long name");
  execFileSync("tar", ["czf", join(folder, "x.tgz"), "-C", join(folder, "in"), "."]);
  expect(await unpackTar(join(folder, "x.tgz"), target, () => true)).toEqual([long]);
  expect(readFileSync(join(target, long), "utf8")).toBe("long name");
});

describe("hostile archives are refused in one line, and nothing is written outside", () => {
  const hostile: [string, TarEntry[], RegExp][] = [
    ["a name that climbs", [{ path: "../../evil", data: "x" }], /"\.\.\/\.\.\/evil" would lead out/],
    ["one that climbs later", [{ path: "package/../../evil", data: "x" }], /would lead out/],
    ["an absolute name", [{ path: "/tmp/lacuna-evil", data: "x" }], /"\/tmp\/lacuna-evil" would lead out/],
    ["a name of Windows", [{ path: "..\\evil", data: "x" }], /would lead out/],
    ["a drive of Windows", [{ path: "C:evil", data: "x" }], /would lead out/],
    ["a folder that climbs", [{ path: "../evil/", type: "5" }], /would lead out/],
    [
      "a symbolic link",
      [{ path: "a", type: "2", link: "/etc/passwd" }],
      /"a" is a symbolic link, not a file/,
    ],
    ["a hard link", [{ path: "a", type: "1", link: "../x" }], /"a" is a link, not a file/],
    ["a device", [{ path: "a", type: "3" }], /"a" is a character device, not a file/],
    ["a pipe", [{ path: "a", type: "6" }], /"a" is a pipe, not a file/],
    [
      "a file through a link",
      [
        { path: "a", type: "2", link: ".." },
        { path: "a/evil", data: "x" },
      ],
      /"a" is a symbolic link/,
    ],
    [
      "the same name twice",
      [
        { path: "a", data: "1" },
        { path: "./a", data: "2" },
      ],
      /holds "a" twice/,
    ],
  ];
  test.each(hostile)("%s", async (_, entries, message) => {
    const error = await unpack(gzipSync(tarOf([{ path: "ok", data: "fine" }, ...entries]))).catch((e) => e);
    expect(error).toBeInstanceOf(UserError);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain("\n");
    expect(existsSync("/tmp/lacuna-evil")).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["a", "x.tgz"]);
    expect(readdirSync(join(folder, "a"))).toEqual(["b"]);
    expect(readdirSync(join(folder, "a", "b"))).toEqual(["target"]);
  });

  test("a bomb: a byte that becomes a thousand", async () => {
    const bomb = gzipSync(tarOf([{ path: "zeros", data: "\0".repeat(40_000_000) }]));
    await expect(unpack(bomb)).rejects.toThrow(/each of its bytes would become more than 100/);
  });

  const tight = { entries: 2, file: 10, total: 15, ratio: 1000 };
  test.each([
    [[{ path: "a", data: "x".repeat(11) }], /"a" would have 11 bytes/],
    [["a", "b"].map((path) => ({ path, data: "x".repeat(9) })), /unpack to more than 15 bytes/],
    [["a", "b", "c"].map((path) => ({ path, data: "" })), /more than 2 entries/],
    [[{ path: "a", data: "", size: 2 ** 40 }], /"a" would have 1099511627776 bytes/],
  ])("more than the limits allow: %#", async (entries, message) => {
    await expect(unpack(gzipSync(tarOf(entries)), tight)).rejects.toThrow(message);
  });
});

describe("what is no whole archive", () => {
  const whole = gzipSync(tarOf([{ path: "package/model.onnx", data: Buffer.alloc(90_000, "abcdefg") }]));
  test.each([
    ["empty", new Uint8Array()],
    ["text", Buffer.from("<html>please log in</html>".repeat(100))],
    ["a packed text", gzipSync("hello")],
    ["cut in the middle", whole.subarray(0, whole.length >> 1)],
    ["cut at its end", whole.subarray(0, whole.length - 10)],
    ["a tar that was cut", tarOf([{ path: "a", data: "x".repeat(5000) }]).subarray(0, 3000)],
    ["a tar without its end", tarOf([{ path: "a", data: "x" }]).subarray(0, 1024)],
    ["a header with a flipped bit", flipped(tarOf([{ path: "a", data: "x" }]), 3)],
  ])("%s", async (_, bytes) => {
    await expect(unpack(bytes)).rejects.toThrow(/is refused: it is damaged, or no archive: \S[^\n]*$/);
  });

  test("missing", async () => {
    await expect(unpackTar(join(folder, "none.tgz"), target, () => true)).rejects.toThrow(/no such file/);
  });
});

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at]! ^= 1;
  return copy;
}
