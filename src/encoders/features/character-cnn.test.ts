import { expect, test } from "vitest";
import { evaluate, ParameterStore } from "../../graph/index.ts";
import { characterCnn } from "./character-cnn.ts";
import { hashString } from "./hash-string.ts";

const feature = characterCnn({ rows: 20, width: 2, dim: 3, most: 4 });

function vectors(sentences: readonly (readonly string[])[]) {
  const store = new ParameterStore({ seed: 2 });
  const node = feature.build({ parameters: store, training: false });
  const weights = Object.fromEntries(
    [...store].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const feeds = feature.feed(sentences.map((words) => feature.prepare(words)));
  return { store, data: evaluate([node], { ...feeds, ...weights })[0]!.data };
}

test("is the best match of each pattern over the word's places, computed here by hand", () => {
  const { store, data } = vectors([["ab"]]);
  const table = store.get("encoder.characters.table").values;
  const weight = store.get("encoder.characters.patterns.weight").values;
  const rowOf = (character: string) => 1 + (hashString(character) % 19);
  const at = (row: number) => [table[2 * row]!, table[2 * row + 1]!];
  const [border, a, b] = [at(0), at(rowOf("a")), at(rowOf("b"))];
  const places = [
    [...border, ...a, ...b],
    [...a, ...b, ...border],
  ];
  const expected = [0, 1, 2].map((pattern) =>
    Math.max(0, ...places.map((place) => place.reduce((sum, x, k) => sum + x * weight[pattern * 6 + k]!, 0))),
  );
  expected.forEach((value, i) => {
    expect(data[i]).toBeCloseTo(value, 6);
  });
});

test("a longer word in the batch changes nothing", () => {
  const alone = vectors([["ab"]]).data;
  const beside = vectors([["abcd", "ab"]]).data;
  expect([...beside.subarray(3)]).toEqual([...alone]);
});

test("of a long word the characters at both ends count", () => {
  // At most 4: "abcdef" is read as "abef".
  expect(vectors([["abcdef"]]).data).toEqual(vectors([["abef"]]).data);
});
