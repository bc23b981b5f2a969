import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Sentence } from "../../data/index.ts";
import { createEncoder } from "../../encoders/index.ts";
import { parseTrainConfig } from "../config/config.ts";
import { resolveConfig } from "../config/resolve.ts";
import { makeEncoder } from "./make-encoder.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-encoder-"));
afterAll(() => rmSync(folder, { recursive: true }));

const vectors = join(folder, "vectors.txt");
writeFileSync(
  vectors,
  ["the 1 0", "of 0 1", "ann 1 1", "zebra 2 2", "Rome 3 3"].map((row) => `${row}\n`).join(""),
);
const dictionary = join(folder, "dictionary");
mkdirSync(dictionary);
writeFileSync(join(dictionary, "PER.txt"), "Ann\nBob\nCid\nDan\n");

const config = (value: object) => resolveConfig(parseTrainConfig({ train: ["a"], ...value }, "test"));
const sentence = (text: string, ...labels: readonly string[]): Sentence => ({
  tokens: text.split(" "),
  entities: labels.map((label, i) => ({ start: i, end: i + 1, label })),
  completeness: "complete",
  source: "test",
});
const train = [sentence("Ann left Rome", "PER"), sentence("Bob saw Ann", "PER"), sentence("Cid sat", "PER")];
const dev = [sentence("Dan left", "PER"), sentence("Eve left", "PER")];
const data = { train, dev };

describe("features by the encoder", () => {
  test.each([
    ["cnn", ["hashed"]],
    ["bilstm", ["hashed"]],
    ["transformer", []],
  ])("%s", async (kind, expected) => {
    const { encoder } = await makeEncoder(config({ encoder: { kind } }), data);
    expect((encoder.config.features as { kind: string }[]).map((feature) => feature.kind)).toEqual(expected);
  });

  test("all that can be had stands side by side", async () => {
    const asked = config({
      encoder: { kind: "cnn", width: 16 },
      features: { hashed: { width: 8 } },
      vectors: { file: vectors },
      dictionary: { path: dictionary },
    });
    const { encoder } = await makeEncoder(asked, data);
    expect((encoder.config.features as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      "hashed",
      "static-vectors",
      "lexicon",
    ]);
    expect(encoder.dim).toBe(16);
  });

  test.each([
    ["characters with vectors", [..."王小明在北京"].join(" "), true, 0.5],
    ["characters without", [..."王小明在北京"].join(" "), false, 0.1],
    ["words with vectors", "Ann left Rome", true, 0.1],
  ])("how many spellings are hidden in training: %s", async (_, text, withVectors, hidden) => {
    const asked = config({
      encoder: { kind: "bilstm" },
      ...(withVectors && { vectors: { file: vectors } }),
    });
    const { encoder } = await makeEncoder(asked, { train: [sentence(text)], dev: [] });
    expect((encoder.config.features as object[])[0]).toMatchObject({ kind: "hashed", wordDropout: hidden });
  });

  test("Chinese is read by character", async () => {
    const chinese = { train: Array.from({ length: 5 }, () => sentence("李 明 在 北 京 工 作")), dev: [] };
    const made = await makeEncoder(config({}), chinese);
    expect(made.config.features.text).toBe("characters");
    expect(made.notices).toEqual(["the text is cut by character"]);
    expect(made.encoder.config.features).toMatchObject([
      { kind: "hashed", text: "characters", ngrams: null },
      { kind: "counts", words: 35 },
    ]);
  });

  describe("how usual words are together", () => {
    const chinese = { train: Array.from({ length: 3 }, () => sentence("李 明 在 北 京 工 作")), dev: [] };
    const kinds = async (asked: object, from: typeof data = chinese) => {
      const { encoder } = await makeEncoder(config(asked), from);
      return (encoder.config.features as { kind: string }[]).map(({ kind }) => kind);
    };

    test("is counted where nobody else tells what a word is", async () => {
      expect(await kinds({ encoder: { kind: "bilstm" } })).toEqual(["hashed", "counts"]);
      expect(await kinds({ encoder: { kind: "transformer" } })).toEqual([]);
      expect(await kinds({ encoder: { kind: "bilstm" } }, data)).toEqual(["hashed"]);
    });

    test("is not counted by itself where nothing is complete", async () => {
      const partial = chinese.train.map((one): Sentence => ({ ...one, completeness: "partial" }));
      expect(await kinds({}, { train: partial, dev: [] })).toEqual(["hashed"]);
      expect(await kinds({}, { train: [...partial, chinese.train[0]!], dev: [] })).toEqual([
        "hashed",
        "counts",
      ]);
    });

    test("is counted as a config says", async () => {
      expect(await kinds({ features: { counts: null } })).toEqual(["hashed"]);
      expect(await kinds({ features: { counts: {} } }, data)).toEqual(["hashed", "counts"]);
      const { encoder } = await makeEncoder(config({ features: { counts: { dim: 5 } } }), chinese);
      expect(encoder.config.features).toMatchObject([{}, { kind: "counts", dim: 5 }]);
    });

    test("what a training sentence has added does not count for it, and the decision is kept", async () => {
      const { prepareOptions, config: decided } = await makeEncoder(config({}), chinese);
      expect(prepareOptions(1)).toEqual({ counted: [chinese.train[1]!.tokens] });
      expect(decided.features.counts).toEqual({ dim: 32 });
    });

    test("is known to the model that is saved", async () => {
      const { encoder } = await makeEncoder(config({}), chinese);
      const saved = createEncoder(encoder.config, await encoder.files());
      const words = [..."明在北京"];
      expect(saved.feed([saved.prepare(words)])).toEqual(encoder.feed([encoder.prepare(words)]));
      const { data } = encoder.feed([encoder.prepare(words)])["encoder.counts.seen"]!;
      expect((data as Float32Array).some((value) => value === 1)).toBe(true);
    });
  });
});

describe("word vectors", () => {
  const rows = async (first: number) => {
    const { encoder } = await makeEncoder(config({ vectors: { file: vectors, first } }), data);
    const bytes = (await encoder.files()).get("vectors/vocabulary.json");
    return JSON.parse(new TextDecoder().decode(bytes));
  };

  test("of words that are seen (in lower case too) and of the first rows are kept", async () => {
    expect(await rows(0)).toEqual(["ann", "Rome"]);
    expect(await rows(2)).toEqual(["the", "of", "ann", "Rome"]);
    expect(await rows(9)).toEqual(["the", "of", "ann", "zebra", "Rome"]);
  });

  test("their coverage is told", async () => {
    const { notices } = await makeEncoder(config({ vectors: { file: vectors, first: 0 } }), data);
    // Ann, Rome, Ann of 3 + 3 + 2 + 2 + 2 words.
    expect(notices).toEqual([`25.0 % of the words have a vector in "${vectors}" (2 of 5 rows kept)`]);
  });
});

describe("a dictionary", () => {
  const made = (more: object, sentences = data) =>
    makeEncoder(config({ dictionary: { path: dictionary, ...more } }), sentences);

  test("is dropped in training until it covers as little as in dev", async () => {
    // 3 of 3 training entities are covered and 1 of 2 of dev: half of the hits is to be seen, 1 − √½ dropped twice.
    const { config: decided, notices } = await made({ crossFit: 0 });
    expect(decided.dictionary!.drop).toEqual({ hit: 1 - Math.sqrt(0.5), sentence: 1 - Math.sqrt(0.5) });
    expect(notices).toEqual([
      `dictionary "${dictionary}": 4 phrases, cover 100.0 % of the labelled training entities and 50.0 % of those of dev`,
    ]);
  });

  test("is dropped as told", async () => {
    const drop = { hit: 0.25, sentence: 0.5 };
    expect((await made({ drop })).config.dictionary!.drop).toEqual(drop);
  });

  test("is dropped in partial sentences, which it has labelled, and not in complete ones that it knows no better than dev", async () => {
    const complete = [sentence("Ann left", "PER"), sentence("Eve left", "PER")];
    const partial = [sentence("Bob left", "PER"), sentence("Cid left", "PER")].map((own) => ({
      ...own,
      completeness: "partial" as const,
    }));
    const { config: decided, prepareOptions } = await made(
      { crossFit: 0, labels: false },
      { train: [...complete, ...partial], dev },
    );
    // Half of the names of dev are covered, half of those of complete sentences, and all of partial ones.
    const half = { hit: 1 - Math.sqrt(0.5), sentence: 1 - Math.sqrt(0.5) };
    expect(decided.dictionary!.drop).toEqual(half);
    expect(decided.dictionary!.dropComplete).toEqual({ hit: 0, sentence: 0 });
    expect([0, 1, 2, 3].map((i) => prepareOptions(i).drop)).toEqual([
      { hit: 0, sentence: 0 },
      { hit: 0, sentence: 0 },
      undefined,
      undefined,
    ]);
    const told = await made({ drop: { hit: 0.25 } }, { train: [...complete, ...partial], dev });
    expect(told.config.dictionary!.dropComplete).toEqual({ hit: 0.25, sentence: 0 });
    // Where all are of one kind there is one rate.
    const alone = await made({ crossFit: 0, labels: false }, { train: partial, dev });
    expect(alone.config.dictionary).toMatchObject({ drop: half, dropComplete: half });
    expect(alone.prepareOptions(0)).toEqual({});
  });

  test("hides hits that only their own part labels", async () => {
    const { prepareOptions } = await made({ crossFit: 3 });
    // With as many parts as sentences, each name is labelled in one part only: its own sentence may not see it.
    expect(prepareOptions(0).isHidden!(0, 1, "PER")).toBe(true);
    expect(prepareOptions(2).isHidden!(0, 1, "PER")).toBe(true);
    // Ann in the second sentence is labelled in another part.
    expect(prepareOptions(1).isHidden!(2, 3, "PER")).toBe(false);
  });

  test("hides nothing when told so", async () => {
    expect((await made({ crossFit: 0 })).prepareOptions(0)).toEqual({});
  });

  test("takes up the names that complete sentences label, but no single characters", async () => {
    const more: Sentence[] = [
      { ...sentence("New York is"), entities: [{ start: 0, end: 2, label: "LOC" }] },
      sentence("X left", "PER"),
      { ...sentence("Flo left", "PER"), completeness: "partial" },
    ];
    const known = async (labels: boolean) => {
      const { encoder } = await made({ labels }, { train: [...train, ...more], dev });
      const bytes = (await encoder.files()).get("lexicon/entries.jsonl")!;
      return new TextDecoder().decode(bytes);
    };
    const [joined, given] = [await known(true), await known(false)];
    for (const name of ["Ann", "Bob", "Cid", "Dan"]) expect(given).toContain(name);
    expect(joined).toContain("New York");
    for (const name of ["New York", "Flo", '"X"']) expect(given).not.toContain(name);
    for (const name of ["Flo", '"X"']) expect(joined).not.toContain(name);
  });

  test("needs no dev sentences", async () => {
    // Each name is in one sentence: when held out, nothing is covered. A tenth of the hits is always shown.
    const { config: decided, notices } = await made({ crossFit: 0 }, { train, dev: [] });
    expect(decided.dictionary!.drop).toMatchObject({ hit: expect.closeTo(1 - Math.sqrt(0.1), 12) });
    expect(notices[0]).toContain("0.0 % of them when held out");
  });
});

test.each([
  [{}],
  [{ encoder: { kind: "bilstm", hidden: 8 }, dictionary: { path: dictionary } }],
  [{ encoder: { kind: "transformer", hidden: 16, heads: 2, vocabulary: 50 }, vectors: { file: vectors } }],
])("the decided config %j gives the same encoder, and is a valid config", async (value) => {
  const made = await makeEncoder(config(value), data);
  const again = resolveConfig(parseTrainConfig(JSON.parse(JSON.stringify(made.config)), "test"));
  const remade = await makeEncoder(again, data);
  expect(remade.encoder.config).toEqual(made.encoder.config);
  expect(remade.config).toEqual(made.config);
  const { encoder, features, dictionary: drops } = made.config;
  expect(JSON.stringify([encoder, features, drops])).not.toContain('"auto"');
  expect(createEncoder(made.encoder.config, await made.encoder.files()).config).toEqual(made.encoder.config);
});

test("a tokeniser that is not there is the user's mistake", async () => {
  const asked = config({ encoder: { kind: "transformer", tokenizer: join(folder, "none.json") } });
  await expect(makeEncoder(asked, data)).rejects.toThrow("cannot read the tokeniser");
});
