import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tarOf } from "./support/archives/tar-of.ts";
import { lacuna } from "./support/lacuna-command.ts";

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lacuna-vectors-"));
  env = { LACUNA_CACHE: join(folder, "cache") };
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test("a package is imported, listed, and used by name", () => {
  const words = ["Ann", "left", "Leeds", "."].map((word, i) => `${word} ${i} 1 0.5`).join("\n");
  const archive = file(
    "tiny-3d-1.0.0.tgz",
    gzipSync(tarOf([{ path: "package/tiny.txt", data: `${words}\nAnn 1 1 1\n` }])),
  );
  const imported = lacuna(["vectors", "import", archive, "--name", "tiny"], { env });
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect(imported.stdout).toContain("tiny: 4 words, 3 numbers each, 0.0 MB");
  expect(imported.stdout).toContain("1 row left out: words that occur again");
  const { stdout } = lacuna(["vectors", "list", "--json"], { env });
  expect(JSON.parse(stdout)).toMatchObject({
    vectors: [{ name: "tiny", words: 4, dim: 3, source: "tiny-3d-1.0.0.tgz" }],
  });
  expect(lacuna(["vectors", "list"], { env }).stdout).toContain("1 set of word vectors");
  const sentence = { tokens: ["Ann", "left", "Leeds", "."], entities: [{ start: 0, end: 1, label: "PER" }] };
  const train = file("train.jsonl", `${JSON.stringify(sentence)}\n`);
  const common = ["train", "--train", `${train}:complete`, "--method", "tagger", "--epochs", "1"];
  const trained = lacuna([...common, "--vectors", "tiny", "--out", join(folder, "model")], { env });
  expect(trained.stderr + trained.stdout).toContain('100.0 % of the words have a vector in "tiny"');
  expect(trained.code).toBe(0);
  const wrong = lacuna([...common, "--vectors", "tinny", "--out", join(folder, "other")], { env });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('there are no word vectors "tinny"');
  expect(wrong.stderr).toContain('did you mean "tiny"?');
}, 60_000);

test.each([
  [[], "say what to do"],
  [["pull"], 'unknown action "pull"'],
  [["import"], "missing required argument 'file'"],
  [["import", "nowhere"], 'cannot read vectors from "nowhere": no such file'],
  [["import", "x", "--most", "0"], "--most"],
])("a mistake is told in a line, exit code 2: lacuna vectors %j", (args, message) => {
  const { code, stdout, stderr } = lacuna(["vectors", ...args], { env });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(existsSync(env.LACUNA_CACHE!)).toBe(false);
});
