import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { format } from "node:util";
import { afterAll, describe, expect, test, vi } from "vitest";
import { docBlocks, docCommands, matchesShown, sameButNumbers, sameLine } from "./support/docs/doc-blocks.ts";
import { DocShell } from "./support/docs/doc-shell.ts";
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

/** The file that a block is, if its fence names one. */
const fileNameOf = (attributes: readonly string[]) => attributes.find((word) => /^[\w-]+\.\w+$/.test(word));

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
  const shown = ["epoch 1/3  loss 0.61  F1 25.48  0:05  best"];
  expect(matchesShown(["epoch 1/3  loss 0.7  F1 9.1  0:11  best"], shown, sameButNumbers)).toBe(true);
  expect(matchesShown(["epoch 1/3  loss 0.7  F1 9.1  0:11"], shown, sameButNumbers)).toBe(false);
});

/**
 * Commands shown in ```console blocks are run in order in one folder per page; what they print must be what the page shows.
 * A block with a file name (```js tag.mjs) is that file. In ```console varies, numbers may be others: those of training
 * depend on the machine.
 */
describe("commands print what the page shows", () => {
  // Below the repo, so that programs find the package by its name.
  const folder = mkdtempSync(join("test", ".docs-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  for (const page of pages) {
    const blocks = docBlocks(text(page)).filter(
      ({ language, attributes, code }) =>
        (language === "console" && !code.startsWith(DEMO)) || fileNameOf(attributes) !== undefined,
    );
    if (blocks.length === 0) continue;
    test(page, { timeout: 240_000 }, async () => {
      const shell = new DocShell(join(folder, page.replaceAll(/\W/g, "-")));
      try {
        for (const { language, attributes, code, line } of blocks) {
          const file = fileNameOf(attributes);
          if (file !== undefined) shell.write(file, `${code}\n`);
          if (language !== "console") continue;
          const same = attributes.includes("varies") ? sameButNumbers : sameLine;
          for (const { command, output } of docCommands(code)) {
            const printed = (await shell.run(command)).trimEnd().split("\n");
            const shown = output.join("\n").trimEnd().split("\n");
            if (!matchesShown(printed, shown, same)) {
              expect(printed, `${page}:${line} $ ${command}`).toEqual(shown);
              expect.fail(`${page}:${line} $ ${command}`);
            }
          }
        }
      } finally {
        shell.close();
      }
    });
  }
});

/** What is trained takes minutes: the page shows it apart, as one run had it. */
test("the tour shows what npm run demo really prints before it trains", () => {
  const block = docBlocks(text(join("docs", "tour.md"))).find(({ code }) => code.startsWith(DEMO));
  const shown = block!.code.split("\n").slice(1);
  const folder = mkdtempSync(join(tmpdir(), "lacuna-tour-"));
  const out = join(folder, "lacuna-demo");
  const options = ["--data-only", "--out", out];
  const demo = spawnSync(process.execPath, ["scripts/demo.mjs", ...options], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(demo.status, demo.stderr).toBe(0);
  const printed = demo.stdout.replaceAll(out, "lacuna-demo").trim().split("\n");
  if (!matchesShown(printed, shown)) expect(printed).toEqual(shown);
});

test("the README has a row for every command", () => {
  const listed = lacuna(["--help"]).stdout.matchAll(/^ {2}(\w+) {2,}\S/gm);
  const rows = [...text("README.md").matchAll(/^\| `lacuna (\w+)/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual([...listed].map(([, name]) => name).sort());
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
