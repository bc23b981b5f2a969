import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  parseTypeDescriptions,
  readableLabel,
  readTypeDescriptions,
  typeWords,
} from "./type-descriptions.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("reads texts and objects, whatever a label is called", () => {
  const path = file(
    "types.json",
    '\uFEFF{"PER": "people, by name", "__proto__": {"keyword": "prototype"}, "constructor": {"description": "a builder", "keyword": "builder"}}',
  );
  const found = readTypeDescriptions(path);
  expect([...found]).toEqual([
    ["PER", { description: "people, by name" }],
    ["__proto__", { keyword: "prototype" }],
    ["constructor", { description: "a builder", keyword: "builder" }],
  ]);
});

test("what stands for a type: its text, else its keyword, else its label", () => {
  const both = { description: "Drugs, and what they are made of.", keyword: "drug" };
  expect(typeWords("Chemical", both, "guideline")).toEqual("Drugs , and what they are made of .".split(" "));
  expect(typeWords("Chemical", both, "keyword")).toEqual(["drug"]);
  expect(typeWords("CellLine", {}, "guideline")).toEqual(["cell", "line"]);
});

test.each([
  ["CellLine", "cell line"],
  ["cell_type", "cell type"],
  ["CELL-TYPE", "cell type"],
  ["PER", "per"],
  ["人名", "人名"],
  ["---", "entity"],
])("the label %s reads %s", (label, text) => {
  expect(readableLabel(label)).toBe(text);
});

test("YAML says the same as JSON", () => {
  const path = file("types.yaml", "# guidelines\nPER: people, real or not\nLOC:\n  keyword: place\n");
  expect(readTypeDescriptions(path)).toEqual(
    new Map<string, object>([
      ["PER", { description: "people, real or not" }],
      ["LOC", { keyword: "place" }],
    ]),
  );
});

test("says what is wrong with a file, and where", () => {
  expect(() => readTypeDescriptions(join(folder, "none.json"))).toThrow(/none\.json": no such file/);
  expect(() => readTypeDescriptions(file("broken.yaml", "PER: [people"))).toThrow(
    /broken\.yaml:1 is not YAML/,
  );
  expect(() => readTypeDescriptions(file("broken.json", "{"))).toThrow(/broken\.json is not JSON/);
  expect(() => parseTypeDescriptions([], "t.json")).toThrow("t.json holds no object");
  expect(() => parseTypeDescriptions({ PER: " " }, "t.json")).toThrow(
    't.json: the description of "PER" has no words',
  );
  expect(() => parseTypeDescriptions({ PER: { text: "x" } }, "t.json")).toThrow('unknown key "text"');
  expect(() => parseTypeDescriptions({ PER: 3 }, "t.json")).toThrow('"PER" is no text');
});
