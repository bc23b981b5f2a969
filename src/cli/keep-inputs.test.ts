import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkOptions } from "./keep-inputs.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-keep-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
writeFileSync(at("v.jsonl"), "precious");
linkSync(at("v.jsonl"), at("hard.jsonl"));
symlinkSync(at("v.jsonl"), at("soft.jsonl"));
mkdirSync(at("corpus"));

test.each([
  ["its own name", { in: at("v.jsonl"), out: at("y.jsonl"), report: at("v.jsonl") }],
  ["a suffix", { in: `${at("v.jsonl")}:partial`, out: at("v.jsonl") }],
  ["a detour", { in: at("v.jsonl"), out: join(folder, "corpus", "..", "v.jsonl") }],
  ["a hard link", { in: at("v.jsonl"), out: at("hard.jsonl") }],
  ["a symbolic link", { in: at("soft.jsonl"), out: at("v.jsonl") }],
  ["one of several", { train: [at("other"), at("v.jsonl")], out: at("v.jsonl") }],
  ["a folder", { dictionary: at("corpus"), out: `${at("corpus")}/` }],
])("an input is not written over by %s", (_, options) => {
  expect(() => checkOptions(options, [])).toThrow(/would write over --/);
});

test("an argument is an input too", () => {
  expect(() => checkOptions({ out: at("v.jsonl") }, [at("v.jsonl")])).toThrow(
    "would write over the argument",
  );
});

test("two outputs are two files", () => {
  expect(() => checkOptions({ out: at("new"), report: at("new") }, [])).toThrow(
    /--report and --out both write/,
  );
  expect(() => checkOptions({ out: "-", report: "-" }, [])).not.toThrow();
});

test("all else is fine: what does not exist, what is no path, a file within an input folder", () => {
  const options = {
    in: at("v.jsonl"),
    out: at("y.jsonl"),
    seed: 3,
    label: "PER",
    method: "lacuna",
    complete: true,
  };
  expect(() => checkOptions(options, [])).not.toThrow();
  expect(() =>
    checkOptions({ in: at("corpus"), out: join(folder, "corpus", "new.jsonl") }, []),
  ).not.toThrow();
  expect(() => checkOptions({ in: "-", out: "-" }, [])).not.toThrow();
});
