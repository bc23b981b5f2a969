import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  files: string[];
  exports: Record<string, unknown>;
};

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));
}

const shown = [
  "README.md",
  ...filesBelow("docs", /\.md$/).filter((name) => !name.startsWith(join("docs", "log"))),
  ...filesBelow("examples", /\.m?js$/),
]
  .flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/\b(?:from|import\()\s*["']lacuna(\/[\w/-]+)?["']/g),
  ])
  .map(([, door = ""]) => `.${door}`);

/** Open to programs whether or not a page shows them. */
const always = [".", "./browser", "./data", "./evaluation", "./graph", "./package.json"];

test("what docs and examples import is a door of the package, and there are no others", () => {
  const doors = Object.keys(manifest.exports);
  expect([...new Set(shown)].filter((door) => !doors.includes(door))).toEqual([]);
  expect(doors.filter((door) => !always.includes(door) && !shown.includes(door))).toEqual([]);
});

test("pages that the sources point to exist and are published", () => {
  const named = new Set(
    filesBelow("src", /(?<!\.test)\.ts$/).flatMap(
      (file) => readFileSync(file, "utf8").match(/\bdocs\/[\w/-]+\.md\b/g) ?? [],
    ),
  );
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((page) => !existsSync(page))).toEqual([]);
  expect([...named].filter((page) => page.startsWith("docs/log/"))).toEqual([]);
  expect(manifest.files).toEqual(expect.arrayContaining(["docs", "examples"]));
});
