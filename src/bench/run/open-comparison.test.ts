import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { madeUpResult } from "../../../test/support/bench-runs.ts";
import { expandSuite } from "../suite/expand-suite.ts";
import { openSuite } from "../suite/open-suite.ts";
import { openComparison } from "./open-comparison.ts";
import { runPaths } from "./run-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-comparison-"));
afterAll(() => rmSync(folder, { recursive: true }));
const comparison = { train: ["x.jsonl"], dev: "dev.jsonl", test: "test.jsonl", methods: ["ce", "weighted"] };

test("is kept beside its results, and opened again is the same suite with the same folder", async () => {
  const out = join(folder, "kept");
  const opened = await openComparison(comparison, out);
  expect(existsSync(out)).toBe(false);
  mkdirSync(out);
  await opened.keep();
  const again = await openSuite(opened.path);
  expect(again).toEqual({ name: "x", suite: opened.suite, folder: opened.folder });
  expect(again.suite.out).toBe(".");
});

test("more methods and seeds go into the same folder; fewer would hide results, and are refused", async () => {
  const out = join(folder, "grows");
  mkdirSync(out);
  const opened = await openComparison(comparison, out);
  await opened.keep();
  const [, weighted] = expandSuite(opened.suite);
  const { folder: run, result } = runPaths(out, weighted!.name);
  mkdirSync(run, { recursive: true });
  writeFileSync(result, JSON.stringify(madeUpResult(weighted!, 1)));
  await openComparison({ ...comparison, methods: ["ce", "weighted", "nrces"], seeds: 2 }, out);
  await expect(openComparison({ ...comparison, methods: ["ce"] }, out)).rejects.toThrow(
    "has results that this comparison does not name\n  x/cnn/weighted/seed1",
  );
});

test("a suite of the user's own is never written over", async () => {
  const out = join(folder, "own");
  mkdirSync(out);
  const { suite } = await openSuite("demo");
  const own = JSON.stringify(suite);
  writeFileSync(join(out, "suite.json"), own);
  await expect(openComparison(comparison, out)).rejects.toThrow("is a suite that this command did not make");
  expect(readFileSync(join(out, "suite.json"), "utf8")).toBe(own);
});
