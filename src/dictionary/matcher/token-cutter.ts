import { isSpace } from "../../text/index.ts";
import type { CaseMode, Normalisation, Unit } from "../match-options.ts";
import { writeCodePoint } from "./byte-pool.ts";
import { comparable } from "./fold-case.ts";
import { HASH_SEED, hashByte, type TokenTable } from "./token-table.ts";

/** A blank: separates tokens. */
const BLANK = 1;
/** Forms one token with its neighbours of the same class. */
const RUN = 2;
/** Is a token by itself. */
const ALONE = 3;

type TokenClass = typeof BLANK | typeof RUN | typeof ALONE;

/** Cuts texts into tokens and looks their numbers up. One is shared by all phrases of a dictionary and the sentences it reads. */
export class TokenCutter {
  /** The tokens of all texts cut since `reset`, `count` of them. */
  tokens = new Int32Array(256);
  count = 0;
  readonly #table: TokenTable;
  readonly #unit: Unit;
  readonly #case: CaseMode;
  readonly #normalisation: Normalisation;
  /** Class of each code point below 2¹⁶; 0 where it was not asked for yet. */
  readonly #classes = new Uint8Array(0x1_0000);
  /** What an ASCII character becomes when case is folded. */
  readonly #ascii = new Uint8Array(128);
  #bytes = new Uint8Array(1 << 10);

  constructor(table: TokenTable, unit: Unit, mode: CaseMode, normalisation: Normalisation) {
    this.#table = table;
    this.#unit = unit;
    this.#case = mode;
    this.#normalisation = normalisation;
    for (let c = 0; c < 128; c++) {
      this.#ascii[c] = mode !== "exact" && c >= 65 && c <= 90 ? c + 32 : c;
      this.#classes[c] = tokenClass(c, unit);
    }
  }

  reset(): void {
    this.count = 0;
  }

  /** Appends the tokens of a text; those not yet in the table get a number if `intern` is set, and are 0 if not. */
  cut(text: string, intern: boolean): void {
    if (text.length * 4 > this.#bytes.length) this.#bytes = new Uint8Array(text.length * 8);
    const bytes = this.#bytes;
    const classes = this.#classes;
    const ascii = this.#ascii;
    const before = this.count;
    let hash = HASH_SEED;
    let length = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 128) {
        // What was cut so far is cut again: normalisation may need the whole text.
        this.count = before;
        this.#cutAny(comparable(text, this.#normalisation, this.#case), intern);
        return;
      }
      const kind = classes[unit];
      if (kind !== RUN && length > 0) {
        this.#push(bytes, length, hash, intern);
        hash = HASH_SEED;
        length = 0;
      }
      if (kind === BLANK) {
        this.#pushBlank(bytes, intern, before);
        continue;
      }
      const byte = ascii[unit]!;
      hash = hashByte(hash, byte);
      bytes[length++] = byte;
      if (kind === ALONE) {
        this.#push(bytes, length, hash, intern);
        hash = HASH_SEED;
        length = 0;
      }
    }
    if (length > 0) this.#push(bytes, length, hash, intern);
  }

  // The same for text that is already normalised and may hold any character.
  #cutAny(text: string, intern: boolean): void {
    // Compatibility forms can grow to 18 times their length.
    if (text.length * 4 > this.#bytes.length) this.#bytes = new Uint8Array(text.length * 8);
    const bytes = this.#bytes;
    const before = this.count;
    let hash = HASH_SEED;
    let length = 0;
    for (let i = 0; i < text.length; i++) {
      const codePoint = text.codePointAt(i) ?? 0;
      if (codePoint > 0xffff) i++;
      const kind = this.#classOf(codePoint);
      if (kind !== RUN && length > 0) {
        this.#push(bytes, length, hash, intern);
        hash = HASH_SEED;
        length = 0;
      }
      if (kind === BLANK) {
        this.#pushBlank(bytes, intern, before);
        continue;
      }
      const end = writeCodePoint(bytes, length, codePoint);
      for (; length < end; length++) hash = hashByte(hash, bytes[length]!);
      if (kind === ALONE) {
        this.#push(bytes, length, hash, intern);
        hash = HASH_SEED;
        length = 0;
      }
    }
    if (length > 0) this.#push(bytes, length, hash, intern);
  }

  // Where each character is a token, a blank in the text is a token too and keeps phrases apart.
  #pushBlank(bytes: Uint8Array, intern: boolean, before: number): void {
    if (this.#unit !== "characters") return;
    bytes[0] = 32;
    const blank = this.#table[intern ? "intern" : "find"](bytes, 1, hashByte(HASH_SEED, 32));
    if (this.count > before && this.tokens[this.count - 1] === blank && blank !== 0) return;
    this.#append(blank);
  }

  #push(bytes: Uint8Array, length: number, hash: number, intern: boolean): void {
    this.#append(intern ? this.#table.intern(bytes, length, hash) : this.#table.find(bytes, length, hash));
  }

  #append(token: number): void {
    if (this.count === this.tokens.length) {
      const larger = new Int32Array(this.count * 2);
      larger.set(this.tokens);
      this.tokens = larger;
    }
    this.tokens[this.count++] = token;
  }

  #classOf(codePoint: number): TokenClass {
    if (codePoint > 0xffff) return tokenClass(codePoint, this.#unit);
    const known = this.#classes[codePoint];
    if (known === BLANK || known === RUN || known === ALONE) return known;
    const found = tokenClass(codePoint, this.#unit);
    this.#classes[codePoint] = found;
    return found;
  }
}

const wordPart = /^[\p{L}\p{N}\p{M}]$/u;
// Scripts written without blanks between words. `scx` also takes in the long-vowel mark of Katakana.
const unspaced =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;

/**
 * What a code point does when phrases and the words of a sentence are cut into tokens, the pieces that are compared.
 *
 * In `words`, letters and digits form runs, while punctuation and the characters of unspaced scripts stand
 * alone. In `characters`, everything stands alone. In `tokens`, only blanks separate.
 */
function tokenClass(codePoint: number, unit: Unit): TokenClass {
  if (isSpace(codePoint)) return BLANK;
  if (unit === "tokens") return RUN;
  if (unit === "characters") return ALONE;
  const character = String.fromCodePoint(codePoint);
  return wordPart.test(character) && !unspaced.test(character) ? RUN : ALONE;
}
