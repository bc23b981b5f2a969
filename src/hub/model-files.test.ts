import fc from "fast-check";
import { expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { shardNames } from "./model-files.ts";

const index = (...names: unknown[]) =>
  JSON.stringify({ weight_map: Object.fromEntries(names.map((name, i) => [`t${i}`, name])) });

test("names each file once, in order", () => {
  expect(shardNames(index("b.safetensors", "a.safetensors", "b.safetensors"))).toEqual([
    "a.safetensors",
    "b.safetensors",
  ]);
});

test.each([
  "../a.safetensors",
  "a/b.safetensors",
  "a\\b.safetensors",
  "/a.safetensors",
  "C:a.safetensors",
  "..safetensors",
  "a..safetensors",
  ".a.safetensors",
  "a.bin",
  "a.safetensors.bin",
  "a.safetensors\n",
  "a\0.safetensors",
  "%2e%2e%2fa.safetensors",
  "",
  7,
  null,
])("refuses %j", (name) => {
  expect(() => shardNames(index("ok.safetensors", name))).toThrow(
    "is not the plain name of a .safetensors file",
  );
});

test.each([
  ["{", "is not JSON"],
  ["null", 'has no "weight_map" object'],
  ["[]", 'has no "weight_map" object'],
  ['{"weight_map":[]}', 'has no "weight_map" object'],
  ['{"weight_map":{}}', "names no file"],
])("%s %s", (text, message) => {
  expect(() => shardNames(text)).toThrow(message);
});

test("refuses more shards than any model has", () => {
  expect(() => shardNames(index(...Array.from({ length: 1001 }, (_, i) => `${i}.safetensors`)))).toThrow(
    "names 1001 files",
  );
});

test("no name that passes can leave its folder", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(".", "/", "\\", "a", "-", "\0", ":", "safetensors") }),
      (name) => {
        try {
          const [found] = shardNames(index(name));
          expect(found).toBe(name);
          expect(name).toMatch(/^[\w-][\w.-]*\.safetensors$/);
          expect(name).not.toContain("..");
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
