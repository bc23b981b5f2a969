import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeOnce, largestDifference } from "../../../test/support/models/encoder-runner.ts";
import { expectedOf } from "../../../test/support/models/model-fixtures.ts";
import { input, type Node, ParameterStore } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { filesOfFeature } from "../features/feature-stack.ts";
import type { WordFeatures } from "../features/word-features.ts";
import { pretrainedTransformer, randomTransformer, restoreTransformer } from "./make-transformer.ts";
import type { TransformerEncoder } from "./transformer-encoder.ts";

const dir = join("test", "fixtures", "bert-tiny");
const { plain } = expectedOf(dir);
const named = (name: string) => plain.find((one) => one.name === name)!;

/** The vectors of all words of a batch in one list, and of its sentences. */
async function encode(
  encoder: TransformerEncoder,
  sentences: readonly (readonly string[])[],
  {
    store = new ParameterStore({ training: false }),
    random,
  }: { store?: ParameterStore; random?: Random } = {},
) {
  const batch = sentences.map((words) => encoder.prepare(words));
  const encoded = await encodeOnce(encoder, batch, { store, random });
  return { words: encoded.words.flat(), sentences: encoded.sentences };
}

describe("word vectors from pieces", () => {
  const { words, word_ids, last_hidden_state: states } = named("empty_word");
  const piecesOf = (word: number) => states.filter((_, row) => word_ids[row] === word);
  const zeros = Array<number>(32).fill(0);
  const expected = {
    first: words.map((_, word) => piecesOf(word)[0] ?? zeros),
    last: words.map((_, word) => piecesOf(word).at(-1) ?? zeros),
    mean: words.map((_, word) => {
      const own = piecesOf(word);
      return own.length === 0
        ? zeros
        : zeros.map((_, d) => own.reduce((sum, row) => sum + row[d]!, 0) / own.length);
    }),
  };

  for (const pooling of ["first", "last", "mean"] as const) {
    test(`${pooling}, between other sentences; words without pieces are zeros and are named`, async () => {
      const encoder = await pretrainedTransformer(dir, { pooling });
      const prepared = encoder.prepare(words);
      // Zero-width space, soft hyphen and U+FFFD.
      expect(prepared.unseen).toEqual([1, 3, 5]);
      const before = named("plain");
      const all = await encode(encoder, [before.words, words, [], ["Rhine"]]);
      const start = before.words.length;
      expect(largestDifference(all.words.slice(start, start + words.length), expected[pooling])).toBeLessThan(
        1e-5,
      );
      for (const word of prepared.unseen) expect(all.words[start + word]).toEqual(zeros);
    });
  }

  test("first-last has both side by side, and the sentence twice", async () => {
    const encoder = await pretrainedTransformer(dir, { pooling: "first-last" });
    const all = await encode(encoder, [words]);
    const both = words.map((_, word) => [...expected.first[word]!, ...expected.last[word]!]);
    expect(encoder.dim).toBe(64);
    expect(largestDifference(all.words, both)).toBeLessThan(1e-5);
    expect(largestDifference(all.sentences, [[...states[0]!, ...states[0]!]])).toBeLessThan(1e-5);
  });

  test("the sentence vector is that of [CLS]; a sentence without words has one too", async () => {
    const cases = ["plain", "single_word", "chinese_emoji"].map(named);
    const encoder = await pretrainedTransformer(dir);
    const { sentences } = await encode(encoder, [...cases.map(({ words }) => words), []]);
    expect(sentences.length).toBe(4);
    const starts = cases.map(({ last_hidden_state }) => last_hidden_state[0]!);
    expect(largestDifference(sentences.slice(0, 3), starts)).toBeLessThan(1e-5);
    expect(Math.max(...sentences[3]!.map(Math.abs))).toBeGreaterThan(0.1);
  });
});

describe("input longer than a window", () => {
  const { words } = named("long");

  test("each word's vector is the one its home window gives it, and no word is left out", async () => {
    const encoder = await pretrainedTransformer(dir, { window: 12, overlap: 4, pooling: "last" });
    const prepared = encoder.prepare(words);
    expect(prepared.windowLengths.length).toBeGreaterThan(4);
    expect(prepared.unseen).toEqual([]);
    const long = await encode(encoder, [["Rhine"], words]);
    // Every window again as a sentence of its own: the words that lie wholly in it, with their pieces in place.
    const whole = await pretrainedTransformer(dir, { pooling: "last" });
    const starts = prepared.windowLengths.map((_, i) =>
      prepared.windowLengths.slice(0, i).reduce((sum, length) => sum + length, 0),
    );
    const seen = new Set<number>();
    for (const [i, start] of starts.entries()) {
      const end = start + prepared.windowLengths[i]!;
      // Words are whole in windows here: none has more than 10 pieces. The text of the window is found by its ids.
      const ids = [...prepared.ids.subarray(start + 1, end - 1)];
      const first = words.findIndex((_, word) => startsWith(whole, words.slice(word), ids));
      const own = wordsWithin(whole, words.slice(first), ids.length);
      const alone = await encode(whole, [own]);
      own.forEach((_, offset) => {
        const word = first + offset;
        const row = prepared.wordRows[prepared.wordStarts[word]!]!;
        if (row < start || row >= end) return;
        seen.add(word);
        expect(largestDifference([long.words[1 + word]!], [alone.words[offset]!])).toBeLessThan(1e-5);
      });
    }
    expect(seen.size).toBe(words.length);
  });

  test("what fits is not changed by the possibility of windows", async () => {
    const narrow = await pretrainedTransformer(dir, { window: 20 });
    const wide = await pretrainedTransformer(dir);
    const sentence = named("plain").words; // 20 pieces with [CLS] and [SEP]
    expect(narrow.prepare(sentence)).toEqual(wide.prepare(sentence));
    expect(narrow.prepare([...sentence, "."]).windowLengths.length).toBe(2);
  });

  test("a word with more pieces than a window: all pieces are seen, in the order of the word", async () => {
    const encoder = await pretrainedTransformer(dir, { window: 7, overlap: 2, pooling: "mean" });
    const word = "Antidisestablishmentarianism"; // 19 pieces, 5 of which fit
    const prepared = encoder.prepare(["Anna", word, "."]);
    const rows = [...prepared.wordRows.subarray(prepared.wordStarts[1]!, prepared.wordStarts[2]!)];
    const wide = (await pretrainedTransformer(dir)).prepare([word]);
    expect(rows.map((row) => prepared.ids[row])).toEqual([...wide.ids.subarray(1, -1)]);
    expect(Math.max(...prepared.windowLengths)).toBeLessThanOrEqual(7);
    expect(prepared.unseen).toEqual([]);
    const { words: vectors } = await encode(encoder, [["Anna", word, "."]]);
    expect(Math.max(...vectors[1]!.map(Math.abs))).toBeGreaterThan(0.1);
  });

  test("the sentence vector of several windows: the first one's, or the mean of all", async () => {
    const options = { window: 12, overlap: 0 };
    const first = await encode(await pretrainedTransformer(dir, options), [words]);
    const mean = await encode(await pretrainedTransformer(dir, { ...options, sentence: "mean" }), [
      words,
      ["Rhine"],
    ]);
    const single = await encode(await pretrainedTransformer(dir), [["Rhine"]]);
    expect(largestDifference([mean.sentences[1]!], single.sentences)).toBeLessThan(1e-6);
    expect(largestDifference([mean.sentences[0]!], first.sentences)).toBeGreaterThan(1e-3);
  });

  test("windows that cannot be", async () => {
    await expect(pretrainedTransformer(dir, { window: 65 })).rejects.toThrow(
      "a window of 65 pieces is not possible: this model takes 3 to 64",
    );
    await expect(pretrainedTransformer(dir, { window: 10, overlap: 8 })).rejects.toThrow(
      "an overlap of 8 pieces is not possible: a window has room for 8",
    );
  });
});

describe("dropout", () => {
  const sentences = [named("plain").words, ["Rhine"]];

  test("comes from the random source alone, and is off without it", async () => {
    const encoder = await pretrainedTransformer(dir);
    const plain = await encode(encoder, sentences);
    const [one, same, other] = [
      await encode(encoder, sentences, { random: new Random(1) }),
      await encode(encoder, sentences, { random: new Random(1) }),
      await encode(encoder, sentences, { random: new Random(2) }),
    ];
    expect(one).toEqual(same);
    expect(largestDifference(one.words, other.words)).toBeGreaterThan(1e-2);
    expect(largestDifference(one.words, plain.words)).toBeGreaterThan(1e-2);
  });

  test("of rate 0 has no inputs and changes nothing", async () => {
    const encoder = await pretrainedTransformer(dir, { dropout: 0, attentionDropout: 0 });
    const plain = await encode(encoder, sentences);
    expect(await encode(encoder, sentences, { random: new Random(1) })).toEqual(plain);
  });

  test("attention dropout alone still changes the words", async () => {
    const encoder = await pretrainedTransformer(dir, { dropout: 0, attentionDropout: 0.5 });
    const plain = await encode(encoder, sentences);
    const dropped = await encode(encoder, sentences, { random: new Random(1) });
    expect(largestDifference(dropped.words, plain.words)).toBeGreaterThan(1e-2);
  });
});

/** One number per word: how many letters it has. */
const letterCount: WordFeatures<readonly number[]> = {
  name: "letters",
  dim: 1,
  config: { kind: "letters", name: "letters" },
  frozen: ["letters.*"],
  files: async () => new Map([["note.txt", Uint8Array.of(7)]]),
  prepare: (words) => words.map((word) => word.length),
  build: (): Node => input("letters.count", ["words", 1]),
  feed: (batch) => ({
    "letters.count": { data: Float32Array.from(batch.flat()), shape: [batch.flat().length, 1] },
  }),
};

describe("word features beside the transformer", () => {
  test("start as the plain vector with a little of the feature added", async () => {
    const encoder = await pretrainedTransformer(dir, { features: [letterCount] });
    const plain = await encode(await pretrainedTransformer(dir), [["Anna", "Rhine"]]);
    const store = new ParameterStore({ training: false });
    const mixed = await encode(encoder, [["Anna", "Rhine"]], { store });
    const { values: matrix } = store.get("encoder.mix.words.weight");
    // y = W·(x, letters) with W = (I, 0) + noise of deviation 0.02.
    const expected = plain.words.map((row, word) =>
      row.map((_, out) => {
        let sum = matrix[out * 33 + 32]! * [4, 5][word]!;
        row.forEach((value, d) => {
          sum += matrix[out * 33 + d]! * value;
        });
        return sum;
      }),
    );
    expect(largestDifference(mixed.words, expected)).toBeLessThan(1e-4);
    expect(largestDifference(mixed.words, plain.words)).toBeLessThan(1);
    expect(mixed.sentences).toEqual(plain.sentences);
    expect(encoder.frozen).toEqual(["letters.*"]);
    expect(filesOfFeature(await encoder.files(), "letters").get("note.txt")).toEqual(Uint8Array.of(7));
  });

  test("and another size for words and sentences", async () => {
    const encoder = await pretrainedTransformer(dir, { dim: 8 });
    const { words, sentences } = await encode(encoder, [["Anna", "Rhine"]]);
    expect([encoder.dim, words.map((row) => row.length), sentences[0]!.length]).toEqual([8, [8, 8], 8]);
  });
});

describe("saved and made again", () => {
  const sentences = [named("many_pieces").words, named("chinese_emoji").words];

  test("a pretrained one, from its config, files and weights", async () => {
    const encoder = await pretrainedTransformer(dir, { pooling: "mean", window: 30, frozenLayers: 1 });
    const config = JSON.parse(JSON.stringify(encoder.config));
    const again = restoreTransformer(config, await encoder.files());
    expect(again.config).toEqual(encoder.config);
    const store = new ParameterStore({ training: false });
    const expected = await encode(encoder, sentences, { store });
    const copy = new ParameterStore({ training: false });
    again.build({ parameters: copy, training: false });
    copy.restore(store.snapshot());
    expect(await encode(again, sentences, { store: copy })).toEqual(expected);
  });

  test("a random one: its hashes are part of the config", async () => {
    const encoder = randomTransformer({ hidden: 16, heads: 2, vocabulary: 100, pieceLength: 3 });
    const again = restoreTransformer(JSON.parse(JSON.stringify(encoder.config)), await encoder.files());
    expect(again.prepare(sentences[0]!)).toEqual(encoder.prepare(sentences[0]!));
    // The same seed draws the same weights.
    expect(await encode(again, sentences)).toEqual(await encode(encoder, sentences));
  });

  test("a config with a wrong value, or without its tokeniser, is refused", async () => {
    const encoder = await pretrainedTransformer(dir);
    expect(() => restoreTransformer({ ...encoder.config, pooling: "max" }, new Map())).toThrow(
      /^the saved encoder is not valid: /,
    );
    expect(() => restoreTransformer(encoder.config, new Map())).toThrow(
      'the saved transformer lacks its "tokenizer.json"',
    );
  });
});

function piecesOf(encoder: TransformerEncoder, words: readonly string[]): number[] {
  return [...encoder.prepare(words).ids.subarray(1, -1)];
}

function startsWith(encoder: TransformerEncoder, words: readonly string[], ids: readonly number[]): boolean {
  const own = piecesOf(encoder, words);
  return ids.every((id, i) => own[i] === id);
}

/** The words whose pieces are the first `count`. */
function wordsWithin(
  encoder: TransformerEncoder,
  words: readonly string[],
  count: number,
): readonly string[] {
  let end = 0;
  while (end < words.length && piecesOf(encoder, words.slice(0, end + 1)).length <= count) end++;
  return words.slice(0, end);
}
