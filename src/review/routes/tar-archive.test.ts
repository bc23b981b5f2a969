import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { tarArchive } from "./tar-archive.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-tar-"));
afterAll(() => rmSync(root, { recursive: true }));

test("what tar unpacks is what was packed: any size, long names, names in any script", async () => {
  const [from, to] = [join(root, "from"), join(root, "to")];
  mkdirSync(from);
  mkdirSync(to);
  const files = new Map([
    ["empty", ""],
    ["one block", "x".repeat(512)],
    ["one byte more", "y".repeat(513)],
    ["東京.txt", "こんにちは"],
    [`${"長".repeat(60)}.ann`, "long"],
    [`${"a".repeat(150)}.txt`, "longer than a header has room for"],
  ]);
  for (const [name, content] of files) writeFileSync(join(from, name), content);
  const pieces: Buffer[] = [];
  for await (const piece of tarArchive(from)) pieces.push(piece);
  const archive = join(root, "all.tar");
  writeFileSync(archive, Buffer.concat(pieces));
  execFileSync("tar", ["-xf", archive, "-C", to]);
  expect(new Set(readdirSync(to))).toEqual(new Set(files.keys()));
  for (const [name, content] of files) expect(readFileSync(join(to, name), "utf8")).toBe(content);
});
