import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { hashedPieces } from "./hashed-pieces.ts";
import { huggingFaceTokenizer } from "./hugging-face-tokenizer.ts";

function withVocabulary(tokens: readonly string[]) {
  const json = JSON.parse(readFileSync(join("test", "fixtures", "bert-tiny", "tokenizer.json"), "utf8"));
  for (const token of tokens) json.model.vocab[token] = Object.keys(json.model.vocab).length;
  const tokenizer = huggingFaceTokenizer(new TextEncoder().encode(JSON.stringify(json)), "tokenizer.json");
  return { pieces: tokenizer.pieces, id: (token: string): number => json.model.vocab[token] };
}

interface TokenizerFile {
  readonly model: { readonly vocab: object };
  readonly added_tokens: readonly object[];
  readonly post_processor: object;
}

/** What is said of bert-tiny's file after a change to it. */
function complaintAfter(change: (json: TokenizerFile) => void): string {
  const json = JSON.parse(readFileSync(join("test", "fixtures", "bert-tiny", "tokenizer.json"), "utf8"));
  change(json);
  try {
    huggingFaceTokenizer(new TextEncoder().encode(JSON.stringify(json)), "tokenizer.json");
    return "nothing";
  } catch (error) {
    return error instanceof UserError ? error.message : `no UserError: ${String(error)}`;
  }
}

describe("files that are damaged or made to do damage", { timeout: 5000 }, () => {
  test.each([2 ** 31, 2 ** 24, -1, 0.5, "7", null])("an added token with the id %s", (id) => {
    const message = complaintAfter(({ added_tokens }) => Object.assign(added_tokens[0]!, { id }));
    expect(message).toMatch(/^"tokenizer.json" is not a tokenizer that can be used: .* has the id /);
  });

  test("a piece with an id that no table can have", () => {
    const message = complaintAfter(({ model }) => Object.assign(model.vocab, { evil: 2 ** 31 }));
    expect(message).toBe(
      '"tokenizer.json" is not a tokenizer that can be used: a string ("evil") has the id 2147483648',
    );
  });

  test.each([5, null, [5], [{ SpecialToken: 5 }], {}])("post_processor.single = %j", (single) => {
    const message = complaintAfter(({ post_processor }) => Object.assign(post_processor, { single }));
    expect(message).toMatch(/^"tokenizer.json" /);
  });
});

describe("Hugging Face's tokenizers", () => {
  test("ideographs outside the basic plane stand alone, as others do", () => {
    const { pieces, id } = withVocabulary(["𠮷", "𠮟"]);
    expect(pieces("𠮷𠮟a")).toEqual([id("𠮷"), id("𠮟"), id("a")]);
  });

  test("a capital sigma is lower-cased by itself, not by its place in the word", () => {
    // Rust lower-cases letter by letter: ΟΔΟΣ is οδοσ there, and οδος in JavaScript.
    const { pieces, id } = withVocabulary(["οδοσ"]);
    expect(pieces("ΟΔΟΣ")).toEqual([id("οδοσ")]);
  });

  test("words with blanks, of blanks, and special pieces written out", () => {
    const { pieces, id } = withVocabulary([]);
    expect(pieces("in the")).toEqual([id("in"), id("the")]);
    expect(pieces("\u00a0\u2028 ")).toEqual([]);
    expect(pieces("")).toEqual([]);
    expect(pieces("\ud800")).toEqual([]);
    expect(pieces("[SEP]")).toEqual([id("[SEP]")]);
    expect(pieces("x".repeat(101))).toEqual([id("[UNK]")]);
  });

  test("names such as constructor and __proto__ are words like others", () => {
    const { pieces, id } = withVocabulary(["constructor"]);
    expect(pieces("constructor")).toEqual([id("constructor")]);
    expect(pieces("__proto__").every((piece) => Number.isInteger(piece))).toBe(true);
  });

  test("a Unigram model as XLM-RoBERTa has it: each word gets its blank", () => {
    const json = {
      version: "1.0",
      added_tokens: ["<s>", "<pad>", "</s>", "<unk>"].map((content, id) => ({
        ...{
          id,
          content,
          special: true,
          normalized: false,
          lstrip: false,
          rstrip: false,
          single_word: false,
        },
      })),
      normalizer: null,
      pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
      post_processor: {
        type: "RobertaProcessing",
        sep: ["</s>", 2],
        cls: ["<s>", 0],
        add_prefix_space: true,
      },
      decoder: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
      model: {
        type: "Unigram",
        unk_id: 3,
        vocab: [
          ["<s>", 0],
          ["<pad>", 0],
          ["</s>", 0],
          ["<unk>", 0],
          ["▁a", -1],
          ["▁Ber", -2],
          ["lin", -2],
          ["▁Berlin", -5],
          ["▁", -3],
        ],
      },
    };
    const tokenizer = huggingFaceTokenizer(new TextEncoder().encode(JSON.stringify(json)), "tokenizer.json");
    expect(tokenizer).toMatchObject({ type: "Unigram", before: [0], after: [2], vocabulary: 9 });
    // −2 − 2 = −4 is more likely than the whole word's −5.
    expect(tokenizer.pieces("Berlin")).toEqual([5, 6]);
    expect(tokenizer.pieces("a")).toEqual([4]);
    expect(tokenizer.pieces("京")).toEqual([8, 3]);
  });

  test("the same word gives the same pieces, however often it is asked for", () => {
    const { pieces } = withVocabulary([]);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (word) => {
        const first = [...pieces(word)];
        expect(pieces(word)).toEqual(first);
        expect(first.every((id) => id >= 0 && id < 200)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe("hashed pieces", () => {
  const { pieces, before, after } = hashedPieces({ vocabulary: 5000, length: 4 });

  test("runs of four characters; the same run is another piece at the start of a word", () => {
    expect(pieces("Washington").length).toBe(3); // Wash ingt on
    expect(pieces("Washed")[0]).toBe(pieces("Washington")[0]);
    expect(pieces("WashWash")[1]).not.toBe(pieces("WashWash")[0]);
    expect(pieces("")).toEqual([]);
  });

  test("ideographs stand alone, emoji are not cut in half", () => {
    expect(pieces("北京大学").length).toBe(4);
    expect(pieces("a北京b").length).toBe(4);
    expect(pieces("😀😀😀😀").length).toBe(1);
  });

  test("stay within the table and clear of the special pieces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (word) => {
        const own = pieces(word);
        expect(own.length).toBeGreaterThan(0);
        for (const id of own) {
          expect(id).toBeLessThan(5000);
          expect([...before, ...after, 0]).not.toContain(id);
        }
      }),
    );
  });
});
