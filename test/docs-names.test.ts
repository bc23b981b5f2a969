import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { methods } from "../src/methods/index.ts";
import { configSchema } from "../src/training/config/config.ts";
import { objectsOf } from "../src/training/config/schema-keys.ts";
import { codeIn, commandsIn, keysIn, optionsOf } from "./support/docs/doc-names.ts";
import { lacuna } from "./support/lacuna-command.ts";

/** Pages that describe what is; docs/log tells what was. */
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.startsWith("log"))
    .map((name) => join("docs", name)),
];

/** The options of each command, by its words: "train", "encoder pull". */
const options = new Map<string, ReadonlySet<string>>();

beforeAll(() => {
  const names = [...lacuna(["--help"]).stdout.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(10);
  const actions = ["pull", "import", "list", "inspect", "cache"].map((action) => `encoder ${action}`);
  for (const name of [...names, ...actions, "vectors import", "vectors list"]) {
    options.set(name, optionsOf(lacuna([...name.split(" "), "--help"]).stdout));
  }
}, 60_000);

describe("every option that a page names is one of the command's --help", () => {
  test.each(pages)("%s", (page) => {
    const code = codeIn(readFileSync(page, "utf8"));
    const commands = code.flatMap(({ text, line }) => commandsIn(text).map((one) => ({ ...one, line })));
    const wrong = commands.flatMap(({ words, flags, line }) => {
      const [first = "", second = ""] = words;
      const name = options.has(`${first} ${second}`) ? `${first} ${second}` : first;
      const known = options.get(name);
      // A place-holder, as in `lacuna COMMAND --help`.
      if (known === undefined) return /^[A-Z]+$/.test(first) ? [] : [`${page}:${line} lacuna ${first}`];
      return flags.filter((flag) => !known.has(flag)).map((flag) => `${page}:${line} lacuna ${name} ${flag}`);
    });
    expect(wrong).toEqual([]);

    // An option by itself belongs to some command; on the page of a command, to one that the page names.
    const own = options.has(basename(page, ".md"));
    const near = [...options].filter(
      ([name]) => !own || commands.some(({ words }) => name.startsWith(words[0]!)),
    );
    const lone = code.filter(({ text }) => text.startsWith("--"));
    expect(
      lone.flatMap(({ text, line }) =>
        [...text.matchAll(/(?:^|\s)(--[a-z][a-z0-9-]*)/g)]
          .filter(([, flag]) => !near.some(([, known]) => known.has(flag!)))
          .map(([, flag]) => `${page}:${line} ${flag}`),
      ),
    ).toEqual([]);
  });
});

/** Every path into a schema, with dots; of several kinds, the paths of all. */
function pathsOf(schema: z.core.$ZodType, prefix = ""): string[] {
  return objectsOf(schema).flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([key, value]) => [prefix + key, ...pathsOf(value, `${prefix}${key}.`)]),
  );
}

describe("every config key that a page names is one of the schema", () => {
  const paths = new Set(Object.values(methods).flatMap((method) => pathsOf(configSchema(method))));
  const sections = new Set(
    [...paths].filter((path) => path.includes(".")).map((path) => path.split(".")[0]!),
  );

  test.each(pages)("%s", (page) => {
    const keys = codeIn(readFileSync(page, "utf8")).flatMap(({ text, line }) =>
      keysIn(text, sections).map((key) => ({ key, line })),
    );
    expect(
      keys.filter(({ key }) => !paths.has(key)).map(({ key, line }) => `${page}:${line} ${key}`),
    ).toEqual([]);
  });
});

test("names are found where they stand, and only there", () => {
  const page =
    "Say `--set optimiser.x=1 seed=2`, or `head.y`.\n\n```sh\nlacuna train --train a \\\n  --dev b | grep --color x\n```\n";
  const code = codeIn(page);
  expect(code.map(({ line }) => line)).toEqual([1, 1, 3]);
  expect(code.flatMap(({ text }) => commandsIn(text))).toEqual([
    { words: ["train", "a", "b"], flags: ["--train", "--dev"] },
  ]);
  expect(code.flatMap(({ text }) => keysIn(text, new Set(["head", "optimiser"])))).toEqual([
    "optimiser.x",
    "seed",
    "head.y",
  ]);
  expect(keysIn("head.json", new Set(["head"]))).toEqual([]);
  expect(keysIn("encoder.build()", new Set(["encoder"]))).toEqual([]);
  expect(optionsOf("Options:\n  -h, --help   x\n  --set <k=v...>  see --other")).toEqual(
    new Set(["--help", "--set"]),
  );
});
