import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { markdownTable } from "./markdown-table.ts";
import { writePageSection } from "./page-section.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-section-"));
const path = join(folder, "page.md");
const page = () => readFileSync(path, "utf8");
afterAll(() => rmSync(folder, { recursive: true }));

test("a section is replaced, and what stands around it stays", async () => {
  await writePageSection(path, "one", "first");
  expect(page()).toBe("# Results\n\n<!-- one:begin -->\n\nfirst\n\n<!-- one:end -->\n");
  writeFileSync(path, `${page()}after\n`);
  await writePageSection(path, "two", "second");
  await writePageSection(path, "one", "changed $& \n");
  expect(page()).toBe(
    "# Results\n\n<!-- one:begin -->\n\nchanged $&\n\n<!-- one:end -->\nafter\n\n<!-- two:begin -->\n\nsecond\n\n<!-- two:end -->\n",
  );
});

test("half a pair of marks is refused, and the page left alone", async () => {
  writeFileSync(path, "<!-- one:end -->\n");
  await expect(writePageSection(path, "one", "x")).rejects.toThrow("has only one of");
  expect(page()).toBe("<!-- one:end -->\n");
});

test("what stands in a cell of a table cannot break it", () => {
  expect(markdownTable(["a", "b"], [["x | y", "1\n2"]])).toBe("| a | b |\n|---|---:|\n| x \\| y | 1 2 |");
});

test("columns of numbers are aligned to the right, words and commits are not", () => {
  const rows = [
    ["1", "**70.03 ± 0.55** (3 seeds)", "", "8f821c1", "≤ 5 min"],
    ["2", "69.00", "1,000", "4 of them", "no"],
  ];
  const [, rule] = markdownTable(["a", "b", "c", "d", "e"], rows).split("\n");
  expect(rule).toBe("|---|---:|---:|---|---|");
});
