import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packed } from "../../test/support/packed.ts";
import { listPackage, openPackaged } from "./package-archive.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-package-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function contentOf(archive: string, path: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of openPackaged(archive, path)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const entries = [
  { path: "package/", type: "5" },
  { path: "package/package.json", content: "{}" },
  { path: "package/a.txt", content: "of 1 2\n".repeat(100_000) },
  { path: "package/empty", content: "" },
];

test("the files of an archive, compressed or not, and what each holds", async () => {
  for (const archive of [
    await file("a.tgz", gzipSync(packed(entries))),
    await file("a.tar", packed(entries)),
  ]) {
    expect(await listPackage(archive)).toEqual([
      { path: "package/package.json", bytes: 2 },
      { path: "package/a.txt", bytes: 700_000 },
      { path: "package/empty", bytes: 0 },
    ]);
    expect(await contentOf(archive, "package/a.txt")).toBe("of 1 2\n".repeat(100_000));
    expect(await contentOf(archive, "package/empty")).toBe("");
  }
});

describe("what no package has is refused, in one line", () => {
  const good = gzipSync(packed(entries));
  const withEntry = (entry: Parameters<typeof packed>[0][number]) => gzipSync(packed([...entries, entry]));
  test.each<[string, Uint8Array, RegExp]>([
    ["above", withEntry({ path: "package/../../evil", content: "x" }), /"package\/..\/..\/evil" leads out/],
    ["absolute", withEntry({ path: "/etc/evil", content: "x" }), /"\/etc\/evil" leads out/],
    ["drive", withEntry({ path: "C:evil", content: "x" }), /"C:evil" leads out/],
    ["backslash", withEntry({ path: "..\\evil", content: "x" }), /leads out of the folder/],
    ["link", withEntry({ path: "package/l", type: "2", link: "/etc/passwd" }), /neither a file nor a folder/],
    ["hard link", withEntry({ path: "package/h", type: "1", link: "../x" }), /neither a file nor a folder/],
    ["device", withEntry({ path: "package/d", type: "3" }), /neither a file nor a folder/],
    [
      "bomb",
      gzipSync(packed([{ path: "b", content: "0".repeat(20 * 2 ** 20) }])),
      /far larger than the archive/,
    ],
    ["cut", good.subarray(0, good.length - 40), /not a package/],
    ["no archive", Buffer.from("hello ".repeat(1000)), /not a package/],
    ["no files", gzipSync(packed([{ path: "package/", type: "5" }])), /it has no files/],
    ["empty", Buffer.alloc(0), /not a package/],
  ])("%s", async (name, content, message) => {
    const archive = await file(`${name}.tgz`, content);
    const before = await readdir(folder);
    await expect(listPackage(archive)).rejects.toThrow(message);
    await expect(listPackage(archive)).rejects.toMatchObject({ name: "UserError" });
    await expect(listPackage(archive)).rejects.not.toThrow(/\n/);
    expect(await readdir(folder)).toEqual(before);
  });
});

test("a file that is not there", async () => {
  await expect(listPackage(join(folder, "nowhere.tgz"))).rejects.toThrow(/nowhere.tgz": no such file/);
});
