import { describe, expect, test } from "vitest";
import { evaluate, ParameterStore } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { hashString } from "./hash-string.ts";
import { type HashedOptions, hashedFeatures } from "./hashed-features.ts";

const small = {
  columns: [
    { feature: "form", rows: 11 },
    { feature: "shape", rows: 7 },
  ],
  hashes: 2,
  ngrams: { size: 3, most: 4, rows: 13 },
  width: 2,
  dim: 3,
} as const satisfies HashedOptions;

const make = (options: HashedOptions = {}) =>
  hashedFeatures({ ...small, columns: [...small.columns], ...options });

test("rows are hashes of the spelling within each column's own part of the table", () => {
  const [row] = make().prepare(["Rome"]);
  // Column "form" has rows 0 … 10 (0 is for hidden words), "shape" rows 11 … 17, n-grams rows 18 … 30.
  const form = (seed: number) => 1 + (hashString("Rome", seed) % 10);
  const shape = (seed: number) => 11 + 1 + (hashString("Xxxx", seed) % 6);
  expect([...row!.columns]).toEqual([form(0), shape(0), form(1), shape(1)]);
  const ngrams = ["\uE000Ro", "Rom", "ome", "me\uE001"];
  expect([...row!.ngrams]).toEqual(ngrams.map((ngram) => 18 + (hashString(ngram) % 13)));
});

test("word dropout hides the form and leaves the shape and the n-grams", () => {
  const [row] = make().prepare(["Rome"]);
  const [, shape0, , shape1] = row!.columns;
  expect([...row!.hidden.columns]).toEqual([0, shape0, 0, shape1]);
  expect(row!.hidden.ngrams).toEqual(row!.ngrams);
  expect(row!.hidden.hidden).toBe(row!.hidden);
});

test("word dropout hides the share of words asked for, and only with random", () => {
  const feature = make({ wordDropout: 0.3, ngrams: null });
  const words = Array.from({ length: 4000 }, (_, i) => `w${i}`);
  const batch = [feature.prepare(words)];
  const hiddenOf = (random?: Random) => {
    const feeds = feature.feed(batch, random);
    const rows = feeds["encoder.spelling.rows.0"]!.data as BigInt64Array;
    return Array.from(feeds["encoder.spelling.uses"]!.data as BigInt64Array).filter(
      (use) => rows[2 * Number(use)] === 0n,
    ).length;
  };
  expect(hiddenOf()).toBe(0);
  // Four deviations: 4·√(0.3·0.7/4000) ≈ 0.029.
  expect(Math.abs(hiddenOf(new Random(1)) / 4000 - 0.3)).toBeLessThan(0.029);
  expect(feature.feed(batch, new Random(1))).toEqual(feature.feed(batch, new Random(1)));
});

test("a vector is the mixed sum of its rows, computed here by hand", () => {
  const feature = make();
  const store = new ParameterStore({ seed: 4 });
  const node = feature.build({ parameters: store, training: false });
  const batch = [feature.prepare(["Rome", "fell"]), feature.prepare(["Rome"])];
  const feeds = feature.feed(batch);
  // "Rome" comes twice but is computed once.
  expect(feeds["encoder.spelling.rows.0"]!.shape).toEqual([2, 2]);
  expect([...feeds["encoder.spelling.uses"]!.data]).toEqual([0n, 1n, 0n]);
  const weights = Object.fromEntries(
    [...store].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const [found] = evaluate([node], { ...feeds, ...weights });
  const table = store.get("encoder.spelling.table").values;
  const mix = store.get("encoder.spelling.mix.weight").values;
  const at = (row: number) => [table[2 * row]!, table[2 * row + 1]!];
  const expected = [...batch[0]!, ...batch[1]!].flatMap(({ columns: [f0, s0, f1, s1], ngrams }) => {
    const pairs = [
      [f0, f1],
      [s0, s1],
    ].map(([a, b]) => at(a!).map((value, k) => value + at(b!)[k]!));
    const mean = [0, 1].map((k) => ngrams.reduce((sum, row) => sum + at(row)[k]!, 0) / ngrams.length);
    const input = [...pairs.flat(), ...mean];
    return [0, 1, 2].map((out) => {
      const sum = input.reduce((total, value, k) => total + value * mix[out * 6 + k]!, 0);
      return gelu(sum);
    });
  });
  expected.forEach((value, i) => {
    expect(found!.data[i]).toBeCloseTo(value, 5);
  });
});

/** x·Φ(x), with Φ by the trapezoid rule. */
function gelu(x: number): number {
  const steps = 20_000;
  let area = 0;
  for (let i = 0; i < steps; i++) {
    const [a, b] = [(x * i) / steps, (x * (i + 1)) / steps];
    area += ((Math.exp((-a * a) / 2) + Math.exp((-b * b) / 2)) / 2) * (x / steps);
  }
  return x * (0.5 + area / Math.sqrt(2 * Math.PI));
}

describe("text cut into characters", () => {
  const feature = hashedFeatures({ text: "characters" });

  test("has the character and its bigrams with both neighbours, and no n-grams", () => {
    expect(feature.config).toMatchObject({
      columns: [{ feature: "form" }, { feature: "left" }, { feature: "right" }, { feature: "shape" }],
      ngrams: null,
    });
    const [first, second] = feature.prepare(["北", "京"]);
    const other = feature.prepare(["南", "京"])[1]!;
    // Columns form, left, right, shape: only the left bigram of 京 differs between 北京 and 南京.
    const differs = [...second!.columns.subarray(0, 4)].map((row, c) => row !== other.columns[c]);
    expect(differs).toEqual([false, true, false, false]);
    expect(first!.columns[0]).not.toBe(second!.columns[0]);
  });

  test("the same character between the same neighbours is the same object", () => {
    const [a, b] = [feature.prepare(["北", "京", "市"]), feature.prepare(["在", "北", "京", "市"])];
    expect(a[1]).toBe(b[2]);
    expect(a[0]).not.toBe(b[1]);
  });
});

test("a bad config is refused with the key that is wrong", () => {
  expect(() => hashedFeatures({ name: "a b" })).toThrow(/letters, digits/);
  expect(() => hashedFeatures({ hashes: 9 })).toThrow(/hashes/);
});
