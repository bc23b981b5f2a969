import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonArrayItems } from "./array-items.ts";

async function split(text: string, sizes: readonly number[] = [text.length + 1]) {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length]!);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  const items: string[] = [];
  for await (const batch of jsonArrayItems(chunks)) {
    for (const { bytes, whole } of batch) items.push(`${whole ? "" : "rest: "}${bytes}`);
  }
  return items;
}

test("cuts at the commas of the array and at no others", async () => {
  expect(await split('[{"a":[1,2]},"x,]",3]')).toEqual(['{"a":[1,2]}', '"x,]"', "3"]);
  expect(await split('\ufeff [\n{"a":"\\"],["}\n,\n{}\n]\n')).toEqual(['\n{"a":"\\"],["}\n', "\n{}\n"]);
  expect(await split("[]")).toEqual([]);
  expect(await split("[ \n ] ")).toEqual([]);
});

test("tells what breaks off and what goes on after the end", async () => {
  expect(await split('[{"a":1},{"b"')).toEqual(['{"a":1}', 'rest: {"b"']);
  expect(await split('[{"a":1}')).toEqual(['rest: {"a":1}']);
  expect(await split("[1]\n[2]")).toEqual(["1", "rest: \n[2]"]);
  expect(await split("[1,,2,]")).toEqual(["1", "", "2"]);
});

test("gives back any array, wherever the chunks are cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(undefined, 1),
      async (values, sizes, indent) => {
        const items = await split(JSON.stringify(values, undefined, indent), sizes);
        expect(items.map((item) => JSON.parse(item))).toEqual(JSON.parse(JSON.stringify(values)));
      },
    ),
    { numRuns: 300 },
  );
});
