import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skippedLine } from "./support/skipped-tests.ts";

const browser = { what: "a browser", how: "apt-get install chromium, or set LACUNA_CHROMIUM" };
const data = { what: "data sets", how: "set LACUNA_DATA" };

test("what was skipped is said in one line, most first", () => {
  expect(skippedLine([data, browser, browser])).toBe(
    "3 tests skipped: 2 need a browser (apt-get install chromium, or set LACUNA_CHROMIUM), 1 needs data sets (set LACUNA_DATA)",
  );
  expect(skippedLine([data])).toBe("1 test skipped: 1 needs data sets (set LACUNA_DATA)");
});

test("tests are skipped by naming what they need, and in no other way", () => {
  const files = ["src", "test", "app", "bench"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(100);
  const skip =
    /\b(?:test|it|describe|suite)\.(?:skip|todo|skipIf|runIf|only)\b|\b(?:context|ctx)\.skip\(|\{ skip \}/;
  expect(files.filter((file) => skip.test(readFileSync(file, "utf8")))).toEqual([]);
});
