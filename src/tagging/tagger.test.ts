import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { cnnEncoder, type Encoder, hashedFeatures, type Prepared } from "../encoders/index.ts";
import { OnnxSession, ParameterStore, type Tensors, writeOnnx } from "../graph/index.ts";
import { inferenceGraph, labelSet, type Model, Predictor, spanModel, weightsOf } from "../models/index.ts";
import { usualCutting } from "../text/index.ts";
import { Tagger } from "./tagger.ts";

const labels = labelSet(["PER", "LOC", "__proto__"]);

/** Names every capitalised or wide word by a rule, so that a test can say by hand what must be found. */
interface Words extends Prepared {
  readonly texts: readonly string[];
}

const byRule = {
  dim: 1,
  config: { kind: "rule" },
  files: async () => new Map(),
  prepare: (texts: readonly string[]): Words => ({
    texts,
    words: texts.length,
    cost: texts.length,
    unseen: texts.flatMap((text, i) => (text === "¤" ? [i] : [])),
  }),
  build: () => {
    throw new Error("not used");
  },
  feed: () => ({}),
} as unknown as Encoder;

const namesRuns: Model = {
  config: { kind: "rule" },
  labels,
  axisKeys: new Map(),
  newRows: new Map(),
  reads: [],
  build: () => ({}),
  feed: () => ({}),
  decode: (_, batch, { threshold = 0 } = {}) =>
    (batch as readonly Words[]).map(({ texts }) => {
      const entities: { start: number; end: number; label: string; score: number }[] = [];
      texts.forEach((text, i) => {
        if (!/^[\p{Lu}\p{Lo}\p{Emoji_Presentation}]/u.test(text) || threshold > 0.5) return;
        const last = entities.at(-1);
        if (last?.end === i) entities[entities.length - 1] = { ...last, end: i + 1 };
        else entities.push({ start: i, end: i + 1, label: "__proto__", score: 0.5 });
      });
      return entities;
    }),
  marginals: () => {
    throw new Error("not used");
  },
};

/** A session that only counts. */
function counting() {
  const seen = { runs: 0, disposed: 0, running: 0, most: 0 };
  return {
    seen,
    session: {
      async run(): Promise<Tensors> {
        if (seen.disposed > 0) throw new Error("this session was disposed");
        seen.runs++;
        seen.running++;
        seen.most = Math.max(seen.most, seen.running);
        await new Promise((done) => setTimeout(done, 1));
        seen.running--;
        return {};
      },
      async dispose() {
        seen.disposed++;
      },
    },
  };
}

function rule(batchWords = 64) {
  const { seen, session } = counting();
  return { seen, tagger: new Tagger({ encoder: byRule, model: namesRuns, session, batchWords }) };
}

const found = async (tagger: Tagger, text: string) =>
  (await tagger.tag(text))[0]!.entities.map((entity) => entity.text);

describe("offsets of what is found in a text", () => {
  test("stand for exactly the words, by hand", async () => {
    const { tagger } = rule();
    const text = "we met Ada Lovelace. She lives in São Paulo.";
    const [result] = await tagger.tag(text);
    expect(result!.entities).toEqual([
      { start: 2, end: 4, label: "__proto__", score: 0.5, from: 7, to: 19, text: "Ada Lovelace" },
      { start: 5, end: 6, label: "__proto__", score: 0.5, from: 21, to: 24, text: "She" },
      { start: 8, end: 10, label: "__proto__", score: 0.5, from: 34, to: 43, text: "São Paulo" },
    ]);
    expect(result!.tokens.slice(2, 5)).toEqual(["Ada", "Lovelace", "."]);
    expect(result!.offsets[3]).toEqual([11, 19]);
    expect(result!.text).toBe(text);
  });

  test("raw text is cut as the text was that the model was trained on", async () => {
    const { session } = counting();
    const cutting = { ...usualCutting, by: "characters", blanks: true } as const;
    const tagger = new Tagger({ encoder: byRule, model: namesRuns, session, cutting });
    const [result] = await tagger.tag(" 买iPhone 6。 有LV");
    expect(result!.tokens.join("|")).toBe("买|i|P|h|o|n|e| |6|。|有|L|V");
    expect(result!.entities.map(({ text, from, to }) => [text, from, to])).toEqual([
      ["买", 1, 2],
      ["P", 3, 4],
      ["有LV", 12, 15],
    ]);
  });

  test.each([
    ["emoji", "see 👩‍👩‍👧 and 🇫🇷 in Nice", ["👩‍👩‍👧", "🇫🇷", "Nice"]],
    ["combining marks", "to A\u0301vila E\u0301ire and back", ["A\u0301vila E\u0301ire"]],
    ["CRLF and blank lines", "by Ann\r\n\r\nBob\r\nand Cy\r\n", ["Ann", "Bob", "Cy"]],
    ["Chinese", "北京大学。他在a上海。", ["北京大学", "他在", "上海"]],
    ["characters of two units", "x 𠮷野 y", ["𠮷野"]],
    ["a no-break space and tabs", "\u00a0\tRio\u00a0Grande\t", ["Rio\u00a0Grande"]],
  ])("%s", async (_, text, wanted) => {
    const { tagger } = rule();
    expect(await found(tagger, text)).toEqual(wanted);
    const [{ entities } = { entities: [] }] = await tagger.tag(`so. ${text}`);
    for (const { from, to, text: own } of entities) expect(`so. ${text}`.slice(from, to)).toBe(own);
    expect(entities.map((entity) => entity.text)).toEqual(wanted);
  });

  test("law: every entity's text is the slice, and every word is its slice", async () => {
    const { tagger } = rule(5);
    const pieces = fc.constantFrom(
      "Ann",
      "b",
      ".",
      " ",
      "\r\n",
      "é",
      "E\u0301",
      "👍🏽",
      "京",
      "𠮷",
      "\ud800",
      "?",
      "U.S.",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(pieces).map((parts) => parts.join("")),
          { maxLength: 4 },
        ),
        async (texts) => {
          const results = await tagger.tag(texts);
          expect(results.map(({ text }) => text)).toEqual(texts);
          for (const { text, tokens, offsets, entities } of results) {
            expect(offsets.map(([from, to]) => text.slice(from, to))).toEqual(tokens);
            for (const entity of entities) {
              expect(text.slice(entity.from, entity.to)).toBe(entity.text);
              expect(entity.from).toBe(offsets[entity.start]![0]);
              expect(entity.to).toBe(offsets[entity.end - 1]![1]);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("nothing is found in nothing", async () => {
    const { tagger, seen } = rule();
    expect(await tagger.tag([])).toEqual([]);
    expect(await tagger.tagSentences([])).toEqual([]);
    expect(await tagger.tagSentences([{ tokens: [] }])).toEqual([[]]);
    const none = { tokens: [], offsets: [], entities: [], unseen: [] };
    expect(await tagger.tag(["", " \r\n\t\u3000"])).toEqual([
      { text: "", ...none },
      { text: " \r\n\t\u3000", ...none },
    ]);
    expect(seen.runs).toBe(0);
  });

  test("a text without a full stop is cut where a batch is full, and no word is lost", async () => {
    const { tagger, seen } = rule(10);
    const [result] = await tagger.tag("Xa ".repeat(25));
    // 25 words in parts of 10, 10 and 5; the rule names each part as one run.
    expect(result!.entities.map(({ start, end }) => [start, end])).toEqual([
      [0, 10],
      [10, 20],
      [20, 25],
    ]);
    expect(result!.tokens.length).toBe(25);
    expect(seen.runs).toBe(3);
  });
});

test("words that the encoder cannot see are named in every way of asking", async () => {
  const { tagger } = rule();
  const [result] = await tagger.tag("One. Two ¤");
  expect(result!.tokens).toEqual(["One", ".", "Two", "¤"]);
  expect(result!.unseen).toEqual([3]);
  const told: unknown[] = [];
  const sentences = [{ tokens: ["a"] }, { tokens: ["b", "¤"] }];
  await tagger.tagSentences(sentences, { onUnseen: (...all) => told.push(all) });
  expect(told).toEqual([[1, [1]]]);
  const streamed: unknown[] = [];
  for await (const { unseen } of tagger.tagStream(sentences)) streamed.push(unseen);
  expect(streamed).toEqual([[], [1]]);
});

describe("batches", () => {
  const lengths = [3, 40, 1, 0, 17, 100, 2, 64, 5, 0, 9];
  const sentences = lengths.map((length, i) => ({
    tokens: Array.from({ length }, (_, k) => (k === i % length ? "Name" : "word")),
  }));
  // The rule finds the one capital, at i mod length.
  const wanted = lengths.map((length, i) => (length === 0 ? [] : [i % length]));

  test("sentences of any lengths come back in the order given", async () => {
    const { tagger } = rule(64);
    const tagged = await tagger.tagSentences(sentences);
    expect(tagged.map((of) => of.map(({ start }) => start))).toEqual(wanted);
  });

  test("calls of the same moment share batches, and none gets another's results", async () => {
    const { tagger, seen } = rule(1000);
    const calls = sentences.map((sentence) => tagger.tagSentences([sentence]));
    const strict = tagger.tagSentences(sentences, { decode: { threshold: 0.9 } });
    const tagged = await Promise.all(calls);
    expect(tagged.map(([of]) => of!.map(({ start }) => start))).toEqual(wanted);
    expect((await strict).flat()).toEqual([]);
    // 11 small calls and one large one of the same 241 words: 482 words, fewer than one batch holds.
    expect(seen.runs).toBe(1);
  });

  test("a small call does not wait for the end of a large one", async () => {
    const { tagger, seen } = rule(10);
    const large = tagger.tagSentences(
      Array.from({ length: 1000 }, () => ({ tokens: ["a", "b", "c", "d", "e"] })),
    );
    await new Promise((done) => setTimeout(done, 5));
    await tagger.tagSentences([{ tokens: ["Small"] }]);
    // 5,000 words in batches of 10 are 500 runs; the small call is in the second round of 16 batches' words.
    expect(seen.runs).toBeLessThan(100);
    await large;
    expect(seen.runs).toBeGreaterThanOrEqual(500);
    expect(seen.most).toBe(1);
  });

  test("a call that fails does not spoil those beside it", async () => {
    const { tagger } = rule(1000);
    const bad = tagger.tagSentences([
      { tokens: ["Fine"] },
      { tokens: null as unknown as string[] },
      { tokens: ["More"] },
    ]);
    const good = tagger.tagSentences([{ tokens: ["Good"] }]);
    await expect(bad).rejects.toThrow();
    expect((await good)[0]).toHaveLength(1);
    expect(await found(tagger, "Still here")).toEqual(["Still"]);
  });

  test("disposing lets the calls under way finish and refuses later ones", async () => {
    const { tagger, seen } = rule(10);
    const running = tagger.tagSentences(sentences);
    const disposing = tagger.dispose();
    await expect(tagger.tag("Late")).rejects.toThrow("this tagger was disposed");
    await disposing;
    expect(seen.disposed).toBe(1);
    expect((await running).map((of) => of.map(({ start }) => start))).toEqual(wanted);
  });

  test("await using disposes", async () => {
    const { tagger, seen } = rule();
    {
      await using model = tagger;
      expect(await found(model, "Ada")).toEqual(["Ada"]);
    }
    expect(seen.disposed).toBe(1);
  });
});

describe("streams", () => {
  test("are tagged in order, read ahead by a bounded number of words, and need not be used up", async () => {
    const { tagger } = rule(10);
    let read = 0;
    let open = true;
    async function* endless() {
      try {
        for (;;) yield { tokens: Array.from({ length: 1 + (read % 7) }, () => `W${read}`), number: read++ };
      } finally {
        open = false;
      }
    }
    // 16 batches of 10 words; a sentence has 4 words on average, and one more may be in hand.
    expect(tagger.wordsAhead).toBe(160);
    let taken = 0;
    let most = 0;
    for await (const { sentence, entities } of tagger.tagStream(endless())) {
      expect(sentence.number).toBe(taken++);
      expect(entities).toEqual([{ start: 0, end: sentence.tokens.length, label: "__proto__", score: 0.5 }]);
      most = Math.max(most, read - taken);
      if (taken === 500) break;
    }
    expect(most).toBeLessThanOrEqual(160 / 4 + 2);
    expect(open).toBe(false);
  });

  test("of empty sentences are bounded too", async () => {
    const { tagger } = rule();
    let read = 0;
    function* empties() {
      for (; read < 20_000; read++) yield { tokens: [] };
    }
    let taken = 0;
    let most = 0;
    for await (const { entities } of tagger.tagStream(empties())) {
      expect(entities).toEqual([]);
      most = Math.max(most, read - ++taken);
    }
    expect(taken).toBe(20_000);
    expect(most).toBeLessThanOrEqual(4096);
  });

  test("a source that fails is heard of", async () => {
    const { tagger } = rule();
    async function* failing() {
      yield { tokens: ["a"] };
      throw new Error("line 2 is broken");
    }
    const all = async () => {
      for await (const _ of tagger.tagStream(failing()));
    };
    await expect(all()).rejects.toThrow("line 2 is broken");
  });
});

describe("a real model", async () => {
  const columns = [
    { feature: "lower", rows: 300 },
    { feature: "shape", rows: 50 },
  ] as const;
  const encoder = cnnEncoder({
    width: 16,
    depth: 2,
    features: [hashedFeatures({ width: 8, dim: 16, columns: [...columns] })],
  });
  const model = spanModel({ labels, dim: 16 }, { head: { kind: "span" }, maxWidth: 6 });
  const parameters = new ParameterStore({ seed: 5 });
  const outputs = inferenceGraph({ encoder, model, parameters });
  const bytes = writeOnnx({ outputs, baked: weightsOf(parameters, Object.values(outputs)) });
  const load = async (options: { batchWords: number; runtime?: "node" | "web" }) => {
    const { batchWords, ...rest } = options;
    const session = await OnnxSession.load(bytes, { threads: 1, ...rest });
    return new Tagger({ encoder, model, session, batchWords });
  };
  const sentences = Array.from({ length: 60 }, (_, i) => ({
    tokens: Array.from(
      { length: (i * 7) % 23 },
      (_, k) => ["Ada", "met", "Bob", "in", "Rome", `x${i + k}`][(i + k) % 6]!,
    ),
  }));
  const predictor = await Predictor.compile({ encoder, model, parameters, session: { threads: 1 } });
  const wanted = await predictor.tag(sentences.map(({ tokens }) => encoder.prepare(tokens)));
  await predictor.dispose();
  const opened: Tagger[] = [];
  afterAll(() => Promise.all(opened.map((tagger) => tagger.dispose())));

  function expectSame(
    tagged: readonly (readonly { start: number; end: number; label: string; score?: number }[])[],
  ) {
    const plain = (all: typeof tagged) =>
      all.map((of) => of.map(({ start, end, label }) => `${start}-${end} ${label}`));
    expect(plain(tagged)).toEqual(plain(wanted));
    expect(tagged.flat().length).toBeGreaterThan(20);
    tagged.flat().forEach(({ score }, i) => {
      expect(Math.abs(score! - wanted.flat()[i]!.score!)).toBeLessThan(1e-6);
    });
  }

  test.each([
    ["node", 1],
    ["node", 50],
    ["node", 5000],
    ["web", 200],
  ] as const)(
    "with the %s runtime and batches of %d words tags like the predictor",
    async (runtime, batchWords) => {
      const tagger = await load({ batchWords, runtime });
      opened.push(tagger);
      expectSame(await tagger.tagSentences(sentences));
    },
  );

  test("calls at once, streams among them, find what calls one by one find", async () => {
    const tagger = await load({ batchWords: 40 });
    opened.push(tagger);
    const streamed = (async () => {
      const all = [];
      for await (const { entities } of tagger.tagStream(sentences)) all.push(entities);
      return all;
    })();
    const single = Promise.all(sentences.map(async (one) => (await tagger.tagSentences([one]))[0]!));
    expectSame(await single);
    expectSame(await streamed);
  });

  test("disposing while it computes", async () => {
    const tagger = await load({ batchWords: 20 });
    const running = tagger.tagSentences(sentences);
    await new Promise((done) => setImmediate(done));
    await Promise.all([tagger.dispose(), tagger.dispose()]);
    expectSame(await running);
  });

  test("nested decoding may be chosen when tagging", async () => {
    const tagger = await load({ batchWords: 500 });
    opened.push(tagger);
    const flat = (await tagger.tagSentences(sentences)).flat();
    const nested = (await tagger.tagSentences(sentences, { decode: { mode: "nested" } })).flat();
    expect(nested.length).toBeGreaterThan(flat.length);
    const threshold = Math.max(...flat.map(({ score }) => score));
    const best = (await tagger.tagSentences(sentences, { decode: { threshold } })).flat();
    expect(best.length).toBeGreaterThan(0);
    expect(best.every(({ score }) => score >= threshold)).toBe(true);
  });
});
