import { expect, test } from "vitest";
import { evaluate, ParameterStore } from "../../graph/index.ts";
import {
  restoreStaticVectors,
  type StaticVectorsOptions,
  staticVectors,
  staticVectorsConfig,
} from "./static-vectors.ts";

const vectors = {
  dim: 2,
  words: ["york", "York", "of"],
  values: Float32Array.of(1, 2, 3, 4, 5, 6),
  read: 3,
  duplicates: 0,
};

function lookedUp(words: readonly string[], options: StaticVectorsOptions, unknown = [0, 0]): number[] {
  const feature = staticVectors(vectors, options);
  const store = new ParameterStore();
  const node = feature.build({ parameters: store, training: false });
  if (store.has("encoder.vectors.unknown")) store.get("encoder.vectors.unknown").values.set(unknown);
  const weights = Object.fromEntries(
    [...store].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  return [...evaluate([node], { ...feature.feed([feature.prepare(words)]), ...weights })[0]!.data];
}

test("words are looked up as they are, then in lower case", () => {
  expect(lookedUp(["York", "YORK", "OF"], {})).toEqual([3, 4, 1, 2, 5, 6]);
});

test("unknown words get one learned vector, or zeros", () => {
  expect(lookedUp(["York", "Rome", "__proto__"], {}, [7, 8])).toEqual([3, 4, 7, 8, 7, 8]);
  expect(lookedUp(["Rome", "of"], { unknown: "zero" })).toEqual([0, 0, 5, 6]);
});

test("the table is frozen unless it is to be trained", () => {
  expect(staticVectors(vectors).frozen).toEqual(["encoder.vectors.table"]);
  expect(staticVectors(vectors, { trained: true }).frozen).toEqual([]);
});

test("the vocabulary is saved, also words that JSON must escape", async () => {
  const feature = staticVectors({ ...vectors, words: ['a"b', "c\nd", "__proto__"] });
  const again = restoreStaticVectors(staticVectorsConfig.parse(feature.config), await feature.files());
  expect([...again.prepare(["c\nd", "__proto__", 'A"B', "x"])]).toEqual([1, 2, 0, -1]);
  expect(() => restoreStaticVectors(staticVectorsConfig.parse(feature.config), new Map())).toThrow(
    /vocabulary .* is missing/,
  );
});

test.each([
  ["[1, 2]", /is not a list of words/],
  ["[", /is not JSON/],
])("a broken vocabulary is refused: %s", (text, message) => {
  const files = new Map([["vocabulary.json", new TextEncoder().encode(text)]]);
  expect(() => restoreStaticVectors(staticVectorsConfig.parse(staticVectors(vectors).config), files)).toThrow(
    message,
  );
});
