import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";

const tag =
  /\[(?:WNS|SCL-RAI|NRCES|PU2|BINDER|WPCRF|BNPU|CONF-MPU|BOND|SKD|HINTON|AUTONER|BIAFFINE|MRC|SOFTLEXICON)[^\]\n]*\]/g;

/** `tag file` for every tag in the sources. */
const inCode = new Set(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => {
      const text = readFileSync(join("src", name), "utf8");
      return (text.match(tag) ?? []).map((found) => `${found} ${join("src", name)}`);
    }),
);

/** The rows of the page: tag, file, test. */
const rows = readFileSync("docs/papers.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ["))
  .map((line) => {
    const [, found, , file, check] = line.split("|").map((cell) => cell.trim());
    const path = (cell: string | undefined) =>
      normalize(join("docs", /\(([^)]+)\)/.exec(cell ?? "")?.[1] ?? ""));
    return { tag: found!, file: path(file), check: path(check) };
  });

test("every tag in the code is on the page, and every tag on the page is in the code", () => {
  expect(rows.length).toBeGreaterThan(5);
  expect(new Set(rows.map((row) => `${row.tag} ${row.file}`))).toEqual(inCode);
});

test("every formula has a test that exists", () => {
  expect(rows.filter(({ check }) => !existsSync(check))).toEqual([]);
});
