import { expect, test } from "vitest";
import { checkEncoderGradients } from "../../../test/support/models/check-encoder-gradients.ts";
import { WordList } from "../../dictionary/index.ts";
import { evaluate, ParameterStore } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { cnnEncoder } from "../from-scratch/cnn-encoder.ts";
import { lexiconFeatures, restoreLexiconFeatures } from "./lexicon-features.ts";
import { readSavedWords, writeSavedWords } from "./lexicon-file.ts";
import { SET_COLUMNS, setBuckets, setWeights, wordSets, writeSetBuckets } from "./lexicon-sets.ts";
import type { WordFeatures } from "./word-features.ts";

const words = ["中山", "山西", "路", "中山西路", "西路"];
const sentence = [..."在中山西路"];
const [B, M, E, S] = [0, 1, 2, 3];

test("the sets of each character, by hand", () => {
  const sets = wordSets(new WordList(words).find(sentence));
  const of = (token: number, set: number) =>
    sets.filter(({ place }) => place === 4 * token + set).map(({ word }) => words[word]);
  // 在 is in no word.
  for (const set of [B, M, E, S]) expect(of(0, set!)).toEqual([]);
  // 中: begins 中山 and 中山西路.
  expect([of(1, B!), of(1, M!), of(1, E!), of(1, S!)]).toEqual([["中山", "中山西路"], [], [], []]);
  // 山: begins 山西, within 中山西路, ends 中山.
  expect([of(2, B!), of(2, M!), of(2, E!), of(2, S!)]).toEqual([["山西"], ["中山西路"], ["中山"], []]);
  // 西
  expect([of(3, B!), of(3, M!), of(3, E!), of(3, S!)]).toEqual([["西路"], ["中山西路"], ["山西"], []]);
  // 路
  expect([of(4, B!), of(4, M!), of(4, E!), of(4, S!)]).toEqual([[], [], ["中山西路", "西路"], ["路"]]);
});

const frequencies = Float32Array.of(3, 1, 4, 2, 2);

test("weights are four times the share of a word among all words of a token", () => {
  const sets = wordSets(new WordList(words).find(sentence));
  const weights = setWeights(sets, (word) => frequencies[word]!);
  const of = (token: number) => sets.flatMap(({ place }, i) => (place >> 2 === token ? [weights[i]!] : []));
  // 中: 中山 3, 中山西路 2.
  expect(of(1)).toEqual([Math.fround(12 / 5), Math.fround(8 / 5)]);
  // 山: 山西 1, 中山西路 2, 中山 3.
  expect(of(2).map((value) => value.toFixed(5))).toEqual(
    [4 / 6, 8 / 6, 12 / 6].map((value) => value.toFixed(5)),
  );
  // 路: 中山西路 2, 西路 2, 路 4.
  expect(of(4)).toEqual([1, 1, 2]);
});

test("buckets of the longest word and the number of words of a set", () => {
  const sets = wordSets(new WordList(words).find(sentence));
  const buckets = setBuckets(sentence.length, sets, (word) => [...words[word]!].length);
  const data = new Float32Array(sentence.length * SET_COLUMNS);
  writeSetBuckets(buckets, data, 0);
  const ones = (token: number, set: number) =>
    [...data.subarray(token * SET_COLUMNS + 9 * set, token * SET_COLUMNS + 9 * (set + 1))].flatMap(
      (value, i) => (value === 1 ? [i] : []),
    );
  // Columns of a set: longest below 2, 2, 3, 4, 5 and more; then none, 1, 2, 3 and more.
  expect(ones(0, B!)).toEqual([0, 5]);
  expect(ones(1, B!)).toEqual([3, 7]);
  expect(ones(2, E!)).toEqual([1, 6]);
  expect(ones(4, S!)).toEqual([0, 6]);
});

/** The columns of a feature by the interpreter, and the weights it used. */
function columns(feature: WordFeatures, tokens: readonly string[], random?: Random) {
  const store = new ParameterStore({ seed: 2 });
  const node = feature.build({ parameters: store, training: random !== undefined });
  const weights = Object.fromEntries(
    [...store].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const { data } = evaluate([node], { ...weights, ...feature.feed([feature.prepare(tokens)], random) })[0]!;
  return {
    rows: tokens.map((_, i) => [...data.subarray(i * feature.dim, (i + 1) * feature.dim)]),
    table: store.get("encoder.words_around.table").values,
  };
}

test("pooled vectors, made elsewhere, by hand; words without a vector have no part", () => {
  // 中山, 山西 and 路 have vectors of 2.
  const values = Float32Array.of(1, 0, 0, 1, 10, 20);
  const feature = lexiconFeatures(
    { words, frequencies, rows: 3, vectors: { dim: 2, values } },
    { countsDim: 1 },
  );
  expect([feature.dim, feature.frozen]).toEqual([9, ["encoder.words_around.table"]]);
  const { rows } = columns(feature, sentence);
  const pooled = rows.map((row) => row.slice(0, 8).map((value) => Number(value.toFixed(5))));
  expect(pooled).toEqual([
    [0, 0, 0, 0, 0, 0, 0, 0],
    // 中: only 中山 in B, weight 4.
    [4, 0, 0, 0, 0, 0, 0, 0],
    // 山: B 山西, 4 · 1/4; E 中山, 4 · 3/4.
    [0, 1, 0, 0, 3, 0, 0, 0],
    // 西: E 山西.
    [0, 0, 0, 0, 0, 4, 0, 0],
    // 路: S.
    [0, 0, 0, 0, 0, 0, 40, 80],
  ]);
});

test("learned vectors: words without one of their own share one, and so do hidden ones", () => {
  const feature = lexiconFeatures({ words, frequencies, rows: 3 }, { dim: 1, countsDim: 1, drop: 0.999 });
  const { rows, table } = columns(feature, sentence);
  expect(table).toHaveLength(4);
  // 中: 中山 has a row, 中山西路 the shared one.
  expect(rows[1]![0]).toBeCloseTo((12 / 5) * table[0]! + (8 / 5) * table[3]!, 5);
  // 路, E: 中山西路 and 西路; S: 路.
  expect(rows[4]![2]).toBeCloseTo(2 * table[3]!, 5);
  expect(rows[4]![3]).toBeCloseTo(2 * table[2]!, 5);
  const hidden = columns(feature, sentence, new Random(1)).rows;
  expect(hidden[1]![0]).toBeCloseTo(4 * table[3]!, 5);
  expect(hidden[4]![3]).toBeCloseTo(2 * table[3]!, 5);
});

test("every weight has the right gradient", async () => {
  const feature = lexiconFeatures({ words, frequencies, rows: 3 }, { dim: 2, countsDim: 2 });
  await checkEncoderGradients(cnnEncoder({ width: 3, depth: 0, features: [feature] }), [sentence, ["路"]]);
});

test("the saved list: the same words and frequencies, sorted ones in few bytes; damage is told", () => {
  const sorted = Array.from({ length: 500 }, (_, i) => `中华人民共和国${String.fromCodePoint(0x4e00 + i)}`);
  const saved = {
    words: [...sorted, "𠀀", "a\tb"],
    frequencies: Float32Array.from({ length: 502 }, (_, i) => i + 0.5),
  };
  const bytes = writeSavedWords(saved);
  expect(readSavedWords(bytes, "the list")).toEqual(saved);
  // One byte for what is shared, three for the character, the end, four for the frequency.
  expect(bytes.length).toBeLessThan(500 * 9.2);
  for (const cut of [3, 15, 100, bytes.length - 5]) {
    expect(() => readSavedWords(bytes.subarray(0, cut), "the list")).toThrow(/^the list is damaged: /);
  }
  const many = bytes.slice();
  many.set([255, 255, 255, 255], 15);
  expect(() => readSavedWords(many, "the list")).toThrow("cannot hold 4294967295 words");
});

test("comes back from its config and files; what is missing is told", async () => {
  const feature = lexiconFeatures({ words, frequencies, rows: 3 }, { dim: 2 });
  const config = feature.config as Parameters<typeof restoreLexiconFeatures>[0];
  const again = restoreLexiconFeatures(config, await feature.files());
  expect(columns(again, sentence)).toEqual(columns(feature, sentence));
  expect(() => restoreLexiconFeatures(config, new Map())).toThrow(
    'the word list of the saved word feature "words_around" is missing',
  );
  expect(() => restoreLexiconFeatures({ ...config, rows: 9 }, new Map(filesOf()))).toThrow("fewer words");
  function filesOf() {
    return [["words.bin", writeSavedWords({ words, frequencies })]] as const;
  }
});
