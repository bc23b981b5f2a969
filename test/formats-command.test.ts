import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { lacuna } from "./support/lacuna-command.ts";

const cwd = mkdtempSync(join(tmpdir(), "lacuna-formats-"));
const at = (name: string) => join(cwd, name);
afterAll(() => rmSync(cwd, { recursive: true }));

const record =
  '{"tokens":["Ann","left"],"entities":[{"start":0,"end":1,"label":"PER"}],"completeness":"complete"}\n';

test("stats of a dictionary's folder says what it is, with exit code 2", () => {
  mkdirSync(at("phrases"));
  writeFileSync(at("phrases/PER.txt"), "Ann Lee\nBob\n");
  const { code, stderr } = lacuna(["stats", "phrases"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toBe(
    'error: "phrases" looks like a dictionary, not a corpus: PER.txt hold phrases, not sentences\n' +
      "hint: use it as a dictionary: --dictionary phrases; if these are texts, say --from brat\n",
  );
});

describe("a file without texts", () => {
  test("is an error that says what to do, and that works", () => {
    writeFileSync(at("posts.jsonl"), '{"id":1,"body":"Ann left."}\n');
    const { code, stderr } = lacuna(["stats", "posts.jsonl"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('line 1 has the fields "id", "body"');
    expect(stderr).toContain("--text-field body");
    const fixed = lacuna(["convert", "--in", "posts.jsonl", "--text-field", "body", "--out", "-"], { cwd });
    expect(fixed.code).toBe(0);
    expect(JSON.parse(fixed.stdout)).toMatchObject({ tokens: ["Ann", "left", "."], text: "Ann left." });
  });
});

describe("compressed", () => {
  test("files are read and written", () => {
    writeFileSync(at("a.jsonl.gz"), gzipSync(record));
    expect(lacuna(["convert", "--in", "a.jsonl.gz", "--out", "a.conll.gz"], { cwd }).code).toBe(0);
    expect(gunzipSync(readFileSync(at("a.conll.gz"))).toString()).toBe("Ann\tB-PER\nleft\tO\n");
  });

  test.each([
    ["gzip", gzipSync(record)],
    ["nothing", Buffer.from(record)],
    ["UTF-16", Buffer.from(record, "utf16le")],
  ])("standard input is told from how it begins: %s", (_, input) => {
    const args = ["convert", "--in", "-", "--out", "-", "--to", "columns"];
    const { code, stdout } = lacuna(args, { cwd, input });
    expect(code).toBe(0);
    expect(stdout).toBe("Ann\tB-PER\nleft\tO\n");
  });

  test("standard input that is nothing else is text", () => {
    const { stdout, stderr } = lacuna(["convert", "--in", "-", "--out", "-"], { cwd, input: "Ann left.\n" });
    expect(JSON.parse(stdout).tokens).toEqual(["Ann", "left", "."]);
    expect(stderr).toContain("stdin: read as text");
  });
});

test("split writes .spacy files, and stats reads them", () => {
  writeFileSync(at("many.jsonl"), record.repeat(10));
  const { code } = lacuna(
    ["split", "--in", "many.jsonl", "--out", "parts", "--to", "docbin", "--shares", "train=0.5,dev=0.5"],
    { cwd },
  );
  expect(code).toBe(0);
  const { stdout } = lacuna(["stats", "parts/train.spacy", "parts/dev.spacy", "--json"], { cwd });
  const { files } = JSON.parse(stdout) as { files: { sentences: number }[] };
  expect(files.map(({ sentences }) => sentences)).toEqual([5, 5]);
});
