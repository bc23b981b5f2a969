import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lacuna } from "./support/lacuna-command.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-demos-"));
const at = (...names: readonly string[]) => join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true }));

test("a second npm run demo touches nothing of the first", () => {
  mkdirSync(at("demo", "audit"), { recursive: true });
  writeFileSync(at("demo", "audit", "review.sqlite"), "three evenings of decisions");
  writeFileSync(at("demo", "train.jsonl"), "corrected by hand");
  mkdirSync(at("demo-2"));
  const options = ["--data-only", "--out", at("demo")];
  const demo = spawnSync(process.execPath, ["scripts/demo.mjs", ...options], { encoding: "utf8" });
  expect(demo.status, demo.stderr).toBe(0);
  expect(demo.stdout.split("\n")[0]).toBe(
    `${at("demo")} exists and is kept; this run writes to ${at("demo-3")}`,
  );
  expect(demo.stdout).toContain(`$ npx lacuna demo --out ${at("demo-3")} --seed 1\n`);
  expect(readdirSync(at("demo-3"))).toContain("masked.jsonl");
  expect(readdirSync(at("demo"), { recursive: true }).sort()).toEqual([
    "audit",
    join("audit", "review.sqlite"),
    "train.jsonl",
  ]);
  expect(readFileSync(at("demo", "audit", "review.sqlite"), "utf8")).toBe("three evenings of decisions");
  expect(readFileSync(at("demo", "train.jsonl"), "utf8")).toBe("corrected by hand");
});

describe("lacuna demo", () => {
  const files = ["dev.jsonl", "dictionary", "test.jsonl", "train.jsonl"];

  test("may be repeated", () => {
    for (let time = 0; time < 2; time++) {
      const { code, stdout } = lacuna(["demo", "--out", at("same")]);
      expect(code).toBe(0);
      expect(stdout).toContain(
        `1,500 sentences, 22,285 words, 3,308 entities → ${at("same", "train.jsonl")}\n`,
      );
      expect(readdirSync(at("same"))).toEqual(files);
    }
  });

  test("refuses to write over a file that was changed, and then writes none", () => {
    mkdirSync(at("mine", "dictionary"), { recursive: true });
    writeFileSync(at("mine", "dictionary", "PER.txt"), "Ada Lovelace\n");
    const { code, stderr } = lacuna(["demo", "--out", at("mine")]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `"${at("mine", "dictionary", "PER.txt")}" exists and is not what would be written`,
    );
    expect(stderr).toContain("--out");
    expect(readdirSync(at("mine"))).toEqual(["dictionary"]);
    expect(readFileSync(at("mine", "dictionary", "PER.txt"), "utf8")).toBe("Ada Lovelace\n");
  });

  test("--json tells where everything is", () => {
    const { stdout } = lacuna(["demo", "--out", at("json"), "--json"]);
    const { seed, parts, dictionary } = JSON.parse(stdout);
    expect(seed).toBe(1);
    expect(parts[1]).toMatchObject({ name: "dev", file: at("json", "dev.jsonl"), sentences: 300 });
    expect(dictionary[0]).toEqual({ label: "PER", file: at("json", "dictionary", "PER.txt"), phrases: 225 });
  });
});
