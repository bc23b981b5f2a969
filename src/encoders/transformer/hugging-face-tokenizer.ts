import { Tokenizer } from "@huggingface/tokenizers";
import { messageOf, shownType, UserError } from "../../errors.ts";
import type { PieceTokenizer } from "./piece-tokenizer.ts";
import { isJsonObject, type JsonObject, parseJsonObject } from "./read-json-file.ts";

export interface HuggingFaceTokenizer extends PieceTokenizer {
  /** `WordPiece`, `BPE` or `Unigram`. */
  readonly type: string;
}

/** Cached words before the cache is cleared. */
const REMEMBERED = 100_000;

/** Reads a `tokenizer.json`; gives the same pieces as Hugging Face for pre-split words. */
export function huggingFaceTokenizer(bytes: Uint8Array, file: string): HuggingFaceTokenizer {
  const json = parseJsonObject(bytes, file);
  // Before anything is made of them: a table is as long as the largest id says.
  const vocabulary = vocabularySize(json, file);
  const tokenizer = construct(json, file);
  const adapt = adaptation(json);
  const encode = (text: string, special: boolean): number[] => {
    const ids = usable(file, () => tokenizer.encode(adapt(text), { add_special_tokens: special }).ids);
    if (ids.every((id: number) => Number.isInteger(id))) return ids;
    throw new UserError(`"${file}" cannot cut ${JSON.stringify(text)}: it has no id for unknown pieces`);
  };
  const { before, after } = specialPieces(encode, file);
  const known = new Map<string, readonly number[]>();
  return {
    type: String((isJsonObject(json.model) && json.model.type) || "unknown"),
    before,
    after,
    vocabulary,
    pieces(word) {
      const found = known.get(word);
      if (found !== undefined) return found;
      if (known.size >= REMEMBERED) known.clear();
      const ids = encode(word, false);
      known.set(word, ids);
      return ids;
    },
  };
}

/** No vocabulary has more pieces: the largest in use have about a million. */
const MOST_PIECES = 1 << 24;

/** One more than the largest id; ids that no table can have are refused. */
function vocabularySize({ model, added_tokens: added }: JsonObject, file: string): number {
  let size = 0;
  const count = (id: unknown, piece: unknown) => {
    if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id >= MOST_PIECES) {
      const shown = `${shownType(piece)} has the id ${String(id).slice(0, 40)}`;
      throw new UserError(`"${file}" is not a tokenizer that can be used: ${shown}`, {
        hint: `ids are whole numbers from 0, and below ${MOST_PIECES}`,
      });
    }
    size = Math.max(size, id + 1);
  };
  const vocab = isJsonObject(model) ? model.vocab : undefined;
  if (Array.isArray(vocab)) size = vocab.length;
  else if (isJsonObject(vocab)) for (const [piece, id] of Object.entries(vocab)) count(id, piece);
  if (Array.isArray(added)) {
    for (const token of added) {
      const { id, content } = isJsonObject(token) ? token : {};
      count(id, content);
    }
  }
  return size;
}

/** What the package makes of a file; whatever it stumbles over is a fault of the file. */
function usable<T>(file: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new UserError(`"${file}" is not a tokenizer that can be used: ${messageOf(cause).split("\n")[0]}`, {
      cause,
    });
  }
}

function construct(json: JsonObject, file: string): Tokenizer {
  if (typeof json.model !== "object" || json.model === null) {
    throw new UserError(`"${file}" is not a tokenizer: it has no "model"`);
  }
  return usable(file, () => {
    // The package insists on keys that older files leave out.
    const complete = {
      post_processor: null,
      decoder: null,
      added_tokens: [],
      ...json,
      normalizer: withoutNmt(json.normalizer ?? null),
      pre_tokenizer: withPrefixSpace(json.pre_tokenizer ?? null),
    };
    return new Tokenizer(complete, {});
  });
}

/**
 * Byte-level tokenisers tell "word" from " word"; a word of a sentence is the second. Hugging Face demands
 * `add_prefix_space` for words split beforehand, so it is set whatever the file says.
 */
function withPrefixSpace(preTokenizer: unknown): unknown {
  if (!isJsonObject(preTokenizer)) return preTokenizer;
  if (preTokenizer.type === "ByteLevel") return { ...preTokenizer, add_prefix_space: true };
  const parts = preTokenizer.pretokenizers;
  return Array.isArray(parts) ? { ...preTokenizer, pretokenizers: parts.map(withPrefixSpace) } : preTokenizer;
}

const replaceEach = (characters: string, content: string) => ({
  type: "Replace",
  pattern: { Regex: `[${characters}]` },
  content,
});

/** SentencePiece's first step, which the package does not know: control characters go, other blanks become spaces. */
const NMT = {
  type: "Sequence",
  normalizers: [
    replaceEach("\\u0001-\\u0008\\u000B\\u000E-\\u001F\\u007F\\u008F\\u009F", ""),
    replaceEach("\\t\\n\\f\\r\\u1680\\u200B-\\u200F\\u2028\\u2029\\u2581\\uFEFF\\uFFFD", " "),
  ],
};

function withoutNmt(normalizer: unknown): unknown {
  if (!isJsonObject(normalizer)) return normalizer;
  if (normalizer.type === "Nmt") return NMT;
  const parts = normalizer.normalizers;
  return Array.isArray(parts) ? { ...normalizer, normalizers: parts.map(withoutNmt) } : normalizer;
}

/** Ideographs beyond U+FFFF, as BERT's normaliser lists them. */
const RARE_IDEOGRAPH = /[\u{20000}-\u{2A6DF}\u{2A700}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/gu;

/**
 * Makes up for two differences between the JavaScript and the original normaliser: ideographs outside the
 * basic plane were not set apart, and a capital sigma at the end of a word became ς instead of σ.
 */
function adaptation({ normalizer }: JsonObject): (word: string) => string {
  const parts = isJsonObject(normalizer) ? normalizer.normalizers : undefined;
  const steps = [normalizer, ...(Array.isArray(parts) ? parts : [])].filter(isJsonObject);
  const apart = steps.some(
    ({ type, handle_chinese_chars: own }) => type === "BertNormalizer" && own === true,
  );
  const lower = steps.some(
    ({ type, lowercase }) => type === "Lowercase" || (type === "BertNormalizer" && lowercase === true),
  );
  return (word) => {
    const spaced = apart ? word.replace(RARE_IDEOGRAPH, " $& ") : word;
    return lower ? spaced.replaceAll("Σ", "σ") : spaced;
  };
}

/** Finds what is put around a text by comparing a text with and without it. */
function specialPieces(
  encode: (text: string, special: boolean) => number[],
  file: string,
): { before: number[]; after: number[] } {
  const bare = encode("a", false);
  const whole = encode("a", true);
  const at = whole.findIndex((_, start) => bare.every((id, i) => whole[start + i] === id));
  if (bare.length === 0 || at < 1) {
    throw new UserError(`"${file}" puts no special piece such as [CLS] before a text, which the model needs`);
  }
  return { before: whole.slice(0, at), after: whole.slice(at + bare.length) };
}
