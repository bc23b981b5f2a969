import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * What each folder of `src/` may import. Read top to bottom: a folder sees only rows above it.
 * Files at the root of `src/` (errors.ts, random.ts, …) may be imported by anyone.
 *
 * It differs from the first plan in one place: `text` (words, offsets) knows nothing, and `data`
 * may use it, because the readers of raw and character-offset formats must cut text into words.
 */
const allowed = new Map<string, readonly string[]>([
  ["text", []],
  ["files", []],
  ["data", ["text", "files"]],
  ["graph", ["files"]],
  ["dictionary", ["data", "text"]],
  ["evaluation", ["data"]],
  ["samplers", ["data"]],
  ["chains", ["graph"]],
  ["losses", ["graph", "chains"]],
  ["demo", ["data", "files"]],
  ["encoders", ["files", "graph", "text", "dictionary"]],
  ["hub", ["files", "encoders"]],
  ["models", ["text", "files", "data", "graph", "chains", "encoders"]],
  ["report", []],
  ["tagging", ["files", "data", "text", "graph", "dictionary", "evaluation", "encoders", "models"]],
  ["methods", ["data", "graph", "chains", "evaluation", "encoders", "models", "losses", "samplers"]],
  [
    "training",
    [
      "files",
      "data",
      "text",
      "graph",
      "dictionary",
      "evaluation",
      "samplers",
      "losses",
      "encoders",
      "models",
      "methods",
      "report",
      "tagging",
    ],
  ],
  [
    "audit",
    ["files", "data", "dictionary", "evaluation", "graph", "models", "report", "tagging", "training"],
  ],
  ["bench", ["files", "data", "demo", "evaluation", "report", "tagging", "methods", "training"]],
  ["http", []],
  ["serve", ["http", "report", "data", "text", "tagging", "files"]],
  [
    "review",
    [
      "http",
      "serve",
      "files",
      "data",
      "text",
      "evaluation",
      "report",
      "tagging",
      "training",
      "audit",
      "bench",
    ],
  ],
]);

/** May import everything. */
const top = ["cli"];

const folderOf = (path: string): string | undefined => path.match(/^src[\\/]([^\\/]+)[\\/]/)?.[1];

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => ({ path: join("src", name), text: readFileSync(join("src", name), "utf8") }));

/** The imports of one file that the table forbids. */
function forbidden(path: string, text: string): string[] {
  const from = folderOf(path);
  if (from === undefined || top.includes(from)) return [];
  return [...text.matchAll(/(?:from |import |import\()"(\.[^"]+)"/g)].flatMap(([, target]) => {
    const to = folderOf(normalize(join(dirname(path), target!)));
    if (to === undefined || from === to || allowed.get(from)?.includes(to)) return [];
    return [`${path} must not import ${to}/`];
  });
}

test("folders import only what the table allows", () => {
  expect(files.flatMap(({ path, text }) => forbidden(path, text))).toEqual([]);
});

test("a forbidden import is noticed in each of its forms", () => {
  const path = join("src", "losses", "x.ts");
  for (const line of [
    'import { Span } from "../data/span.ts";',
    'import "../data/span.ts";',
    'await import("../data/span.ts")',
    'export * from "../data/span.ts";',
  ]) {
    expect(forbidden(path, line)).toEqual([`${path} must not import data/`]);
  }
  expect(forbidden(path, 'import { UserError } from "../errors.ts";')).toEqual([]);
});

describe("every folder of src/ stands in the table", () => {
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  test.each(folders.map((entry) => entry.name))("%s", (name) => {
    expect([...allowed.keys(), ...top]).toContain(name);
  });
});

test("no catch-all files", () => {
  const names = /(?:^|[\\/])(?:utils?|helpers?|common|base|types|misc)\.ts$/;
  expect(files.map(({ path }) => path).filter((path) => names.test(path))).toEqual([]);
});

test("randomness comes from one seeded source", () => {
  expect(files.filter(({ text }) => /Math\.random\(/.test(text)).map(({ path }) => path)).toEqual([]);
});
