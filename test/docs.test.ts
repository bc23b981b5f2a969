import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { format } from "node:util";
import { afterAll, describe, expect, test, vi } from "vitest";
import { docBlocks, docCommands, matchesShown } from "./support/doc-blocks.ts";
import { lacuna } from "./support/lacuna-command.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
].filter((page) => existsSync(page));

const DEMO = "$ npm run demo";

const text = (page: string) => readFileSync(page, "utf8");

describe("links lead somewhere", () => {
  test.each(pages)("%s", (page) => {
    const links = [...text(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => target!);
    expect(links.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
  });
});

test("the matcher of shown output tells right from wrong", () => {
  expect(matchesShown(["a", "b", "c"], ["a", "…", "c"])).toBe(true);
  expect(matchesShown(["a", "c"], ["a", "…", "c"])).toBe(true);
  expect(matchesShown(["a", "b", "d"], ["a", "…", "c"])).toBe(false);
  expect(matchesShown(["a", "b"], ["a"])).toBe(false);
  expect(matchesShown(["a"], ["a", "b"])).toBe(false);
});

/** Commands shown in ```console blocks are run in order in one folder per page; what they print must be what the page shows. */
describe("commands print what the page shows", () => {
  const folder = mkdtempSync(join(tmpdir(), "lacuna-docs-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  for (const page of pages) {
    const blocks = docBlocks(text(page)).filter(
      ({ language, code }) => language === "console" && !code.startsWith(DEMO),
    );
    if (blocks.length === 0) continue;
    test(page, { timeout: 120_000 }, () => {
      const cwd = join(folder, page.replaceAll(/\W/g, "-"));
      mkdirSync(cwd);
      for (const { code, line } of blocks) {
        for (const { command, output } of docCommands(code)) {
          const [program, ...args] = command.split(" ");
          const cat = program === "cat" ? readFileSync(join(cwd, args[0]!), "utf8") : undefined;
          if (program === "printf") {
            const found = /^printf '(.*)' > (\S+)$/.exec(command);
            writeFileSync(join(cwd, found![2]!), found![1]!.replaceAll("\\n", "\n").replaceAll("\\t", "\t"));
            continue;
          }
          expect(["lacuna", "cat"], `${page}:${line} runs ${program}`).toContain(program);
          const result = cat === undefined ? lacuna(args, { cwd }) : { stdout: cat, stderr: "" };
          const printed = `${result.stderr}${result.stdout}`.trimEnd().split("\n");
          const shown = output.join("\n").trimEnd().split("\n");
          if (!matchesShown(printed, shown)) expect(printed, `${page}:${line} $ ${command}`).toEqual(shown);
        }
      }
    });
  }
});

/** What is trained takes minutes and depends on the number of threads: the page shows it apart, as one run had it. */
test("the README shows what npm run demo really prints before it trains", () => {
  const block = docBlocks(text("README.md")).find(({ code }) => code.startsWith(DEMO));
  const shown = block!.code.split("\n").slice(1);
  const demo = spawnSync(process.execPath, ["scripts/demo.mjs", "--data-only"], { encoding: "utf8" });
  expect(demo.status, demo.stderr).toBe(0);
  const printed = demo.stdout.trim().split("\n");
  if (!matchesShown(printed, shown)) expect(printed).toEqual(shown);
});

/** TypeScript blocks are run as modules; a `text` block right after one is what it prints. */
describe("code runs and prints what the page shows", () => {
  const folder = mkdtempSync(join("test", ".docs-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  for (const page of pages) {
    const blocks = docBlocks(text(page));
    for (const [i, { language, code, line }] of blocks.entries()) {
      if (language !== "ts") continue;
      test(`${page}:${line}`, async () => {
        const file = join(folder, `${page.replaceAll(/\W/g, "-")}-${line}.ts`);
        writeFileSync(file, code);
        const printed: string[] = [];
        const log = vi.spyOn(console, "log").mockImplementation((...values) => {
          printed.push(format(...values));
        });
        try {
          await import(/* @vite-ignore */ join(process.cwd(), file));
        } finally {
          log.mockRestore();
        }
        const next = blocks[i + 1];
        if (next?.language === "text") expect(printed.join("\n").trimEnd()).toBe(next.code.trimEnd());
      });
    }
  }
});
