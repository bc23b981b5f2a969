import { isSpace } from "../../text/index.ts";
import type { Unit } from "../match-options.ts";

/** A blank: separates tokens. */
export const BLANK = 1;
/** Forms one token with its neighbours of the same class. */
export const RUN = 2;
/** Is a token by itself. */
export const ALONE = 3;

export type TokenClass = typeof BLANK | typeof RUN | typeof ALONE;

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
export function tokenClass(codePoint: number, unit: Unit): TokenClass {
  if (isSpace(codePoint)) return BLANK;
  if (unit === "tokens") return RUN;
  if (unit === "characters") return ALONE;
  const character = String.fromCodePoint(codePoint);
  return wordPart.test(character) && !unspaced.test(character) ? RUN : ALONE;
}
