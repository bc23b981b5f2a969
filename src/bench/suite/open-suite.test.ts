import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { docBlocks } from "../../../test/support/docs/doc-blocks.ts";
import { runConfig } from "../run/run-config.ts";
import { runCorpora } from "../run/run-corpora.ts";
import { expandSuite } from "./expand-suite.ts";
import { openSuite, parseSuite, suiteNames } from "./open-suite.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-suite-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(suiteNames)("the suite %s", (name) => {
  test("every run has a config that training takes", async () => {
    const { suite } = await openSuite(name);
    const places = { data: "data", encoders: "encoders" };
    for (const run of expandSuite(suite)) {
      const config = await runConfig(run, runCorpora(run, "data", "made"), places, 1);
      expect(config).toMatchObject({
        method: run.method,
        seed: run.seed,
        threads: 1,
        maxMinutes: run.minutes,
        encoder: {
          kind: ["cnn", "bilstm", "transformer"].includes(run.encoder) ? run.encoder : "pretrained",
        },
        // Every method gets all of its time.
        stopping: { patience: null },
      });
    }
  });

  test("expectations and published numbers name runs of the suite", async () => {
    const { suite } = await openSuite(name);
    const runs = expandSuite(suite);
    expect(runs.map(({ row }) => row)).toContain(suite.baseline);
    for (const expectation of suite.expectations) {
      for (const chosen of "over" in expectation ? [expectation.of, expectation.over] : [expectation.of]) {
        const found = runs.filter((run) =>
          (["column", "encoder", "row"] as const).every(
            (key) => chosen[key] === undefined || chosen[key] === run[key],
          ),
        );
        expect(found.length, `${expectation.claim}: ${JSON.stringify(chosen)}`).toBeGreaterThan(0);
      }
    }
    const columns = new Set(runs.map(({ column }) => column));
    for (const { row, f1 } of suite.published) {
      expect(Object.keys(f1).filter((column) => columns.has(column)).length, row).toBeGreaterThan(0);
    }
  });
});

test("the suite that docs/bench.md shows is one", () => {
  const [block] = docBlocks(readFileSync("docs/bench.md", "utf8")).filter(
    ({ language }) => language === "json",
  );
  // 3 maskings × 2 encoders × 3 rows × 3 seeds
  expect(expandSuite(parseSuite(JSON.parse(block!.code), "docs/bench.md"))).toHaveLength(54);
});

describe("openSuite", () => {
  test("opens a file of the user's own; its name is that of the file", async () => {
    const { suite } = await openSuite("demo");
    const mine = { ...suite, title: "mine" };
    for (const [file, text] of [
      ["mine.json", `\uFEFF${JSON.stringify(mine)}`],
      ["mine.yaml", stringify(mine)],
    ] as const) {
      const path = join(folder, file);
      writeFileSync(path, text);
      const opened = await openSuite(path);
      expect(opened.name).toBe("mine");
      expect(opened.folder).toBe(folder);
      expect(opened.suite).toEqual(mine);
    }
  });

  test("an encoder is a name, a path, or a path with a name", async () => {
    const { suite } = await openSuite("demo");
    const parse = (encoders: unknown) =>
      parseSuite({ ...suite, groups: [{ ...suite.groups[0], encoders }] }, "encoders").groups[0]!.encoders;
    expect(parse(["cnn", "./minilm", "C:\\models\\bert", { name: "mini", path: "m" }])).toEqual([
      { name: "cnn" },
      { name: "minilm", path: "./minilm" },
      { name: "bert", path: "C:\\models\\bert" },
      { name: "mini", path: "m" },
    ]);
    expect(() => parse(["../a b"])).toThrow(
      '"../a b" needs a name for the tables: {"name": "…", "path": "../a b"}',
    );
  });

  test("reads a suite of format 1, whose expectations were called promises", async () => {
    const { suite } = await openSuite("demo");
    const { expectations, ...rest } = suite;
    expect(expectations).toHaveLength(1);
    expect(parseSuite({ ...rest, format: 1, promises: expectations }, "old")).toEqual(suite);
    // Each format has its own word.
    expect(() => parseSuite({ ...rest, promises: expectations }, "mixed")).toThrow("promises");
  });

  test.each([
    ["nonsense", 'unknown suite "nonsense"'],
    [join(folder, "gone.json"), "no such file"],
  ])("says what is wrong with %s", async (name, message) => {
    await expect(openSuite(name)).rejects.toThrow(message);
  });

  test.each([
    ["{", "is not JSON"],
    ["{}", "→ at title"],
    [JSON.stringify({ format: 2, title: "x", shows: "y", data: [], groups: [] }), "→ at data"],
  ])("says what is wrong in a file: %s", async (text, message) => {
    const path = join(folder, "wrong.json");
    writeFileSync(path, text);
    await expect(openSuite(path)).rejects.toThrow(message);
  });

  test("a name that could lead out of the folder of the bench is refused", async () => {
    const { suite } = await openSuite("demo");
    const path = join(folder, "escape.json");
    for (const name of ["..", "a/b", ".hidden", ""]) {
      writeFileSync(path, JSON.stringify({ ...suite, data: [{ ...suite.data[0], name }] }));
      await expect(openSuite(path), name).rejects.toThrow("is no valid suite");
    }
  });
});
