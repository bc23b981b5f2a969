import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkManifest, writeManifest } from "./manifest.ts";

let root: string;
const at = (...names: string[]) => join(root, ...names);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "lacuna-manifest-"));
  mkdirSync(at("sub", "deep"), { recursive: true });
  writeFileSync(at("b.txt"), "abc");
  writeFileSync(at("sub", "deep", "manifest.json"), "");
  writeFileSync(at("sub", "B.txt"), "x");
});
afterEach(() => rmSync(root, { recursive: true }));

test("lists every file below the folder but itself, with size and SHA-256", async () => {
  writeFileSync(at("manifest.json"), "an older one");
  await writeManifest(root, { kind: "model", format: 3 });
  expect(JSON.parse(readFileSync(at("manifest.json"), "utf8"))).toEqual({
    kind: "model",
    format: 3,
    files: [
      // "abc" is the first example of FIPS 180-2, and the hash of nothing is as well known.
      {
        path: "b.txt",
        bytes: 3,
        sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      },
      {
        path: "sub/B.txt",
        bytes: 1,
        sha256: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881", // printf x | sha256sum
      },
      {
        path: "sub/deep/manifest.json",
        bytes: 0,
        sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      },
    ],
  });
  expect((await checkManifest(root, { kind: "model" })).format).toBe(3);
});

test("a file that came later is no damage", async () => {
  await writeManifest(root, { kind: "model", format: 1 });
  writeFileSync(at("note.txt"), "mine");
  await expect(checkManifest(root, { kind: "model" })).resolves.toBeDefined();
});

test.each<[string, () => void, RegExp]>([
  ["a missing file", () => rmSync(at("sub", "B.txt")), /"[^"]*B\.txt" is missing$/],
  ["a missing folder", () => rmSync(at("sub"), { recursive: true }), /"[^"]*sub[\\/]B\.txt" is missing$/],
  ["another size", () => writeFileSync(at("b.txt"), "ab"), /b\.txt" has 2 bytes, not 3$/],
  ["one altered byte", () => writeFileSync(at("b.txt"), "abd"), /b\.txt" was altered after it was written$/],
  [
    "a folder in place of a file",
    () => {
      rmSync(at("b.txt"));
      mkdirSync(at("b.txt"));
    },
    /b\.txt" is not a file$/,
  ],
  [
    "a cut manifest",
    () => writeFileSync(at("manifest.json"), '{"kind":'),
    /manifest\.json" is not a manifest$/,
  ],
])("tells %s", async (_, damage, message) => {
  await writeManifest(root, { kind: "model", format: 1 });
  damage();
  const checked = checkManifest(root, { kind: "model" });
  await expect(checked).rejects.toThrow(message);
  await expect(checked).rejects.toMatchObject({
    name: "UserError",
    hint: "the model is damaged; copy or make it again",
  });
});

test("tells a folder without a manifest and one of another kind", async () => {
  await expect(checkManifest(root, { kind: "model" })).rejects.toThrow(/" has no "manifest.json"$/);
  await expect(checkManifest(at("none"), { kind: "model" })).rejects.toThrow(/none" has no "manifest.json"$/);
  await writeManifest(root, { kind: "checkpoint", format: 1 });
  await expect(checkManifest(root, { kind: "model" })).rejects.toThrow(/" holds a checkpoint, not a model$/);
});

test.each(["../secret", "/etc/passwd", "a/../../b", "a\\b", "c:x", "", "a//b", "./a"])(
  "a path that may lead out of the folder is no manifest: %j",
  async (path) => {
    const files = [{ path, bytes: 0, sha256: "0".repeat(64) }];
    writeFileSync(at("manifest.json"), JSON.stringify({ kind: "model", format: 1, files }));
    await expect(checkManifest(root, { kind: "model" })).rejects.toThrow("is not a manifest");
  },
);

test("does not vouch for what a link leads to", async () => {
  symlinkSync(at("b.txt"), at("link.txt"));
  await expect(writeManifest(root, { kind: "model", format: 1 })).rejects.toThrow('"link.txt" of ');
});
