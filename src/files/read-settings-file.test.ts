import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { isSettingsFile, readSettingsFile } from "./read-settings-file.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test.each([
  ["a.json", '\uFEFF{"method": "pu2", "epochs": 3}'],
  ["a.yaml", "method: pu2   # two steps\nepochs: 3\n"],
  ["a.YML", '{"method": "pu2", "epochs": 3}'],
])("%s is read", (name, text) => {
  expect(isSettingsFile(name)).toBe(true);
  expect(readSettingsFile(file(name, text))).toEqual({ method: "pu2", epochs: 3 });
});

test.each([
  ["broken.json", "{", /broken\.json is not JSON: /],
  ["broken.yaml", "a: 1\nb: [1, 2\nc: 3\n", /broken\.yaml:3 is not YAML: /],
  ["twice.yaml", "a: 1\na: 2\n", /twice\.yaml:2 is not YAML: Map keys must be unique/],
  ["tag.yaml", "a: 1\nb: !6\n", /tag\.yaml:2 is not YAML: Unresolved tag: !6/],
  ["bomb.yaml", "a: &a [x, x]\nb: [*a, *a]\n", /bomb\.yaml is not YAML: .*alias/i],
])("%s: says what is wrong, and where", (name, text, message) => {
  const path = file(name, text);
  expect(() => readSettingsFile(path)).toThrow(UserError);
  expect(() => readSettingsFile(path)).toThrow(message);
});

test("says when there is no file", () => {
  expect(() => readSettingsFile(join(folder, "none.yaml"))).toThrow(/none\.yaml": no such file/);
  expect(isSettingsFile("conll03-masked")).toBe(false);
});
