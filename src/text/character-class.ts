/**
 * What a character does to the words around it.
 *
 * - `SPACE` ends a word and belongs to none.
 * - `LETTER` and `DIGIT` make words together.
 * - `SOLO` is a letter of a script that writes no blanks (Han, Kana, Thai …): a word of its own.
 * - `MARK` and `FORMAT` (joiners, bidi marks, soft hyphens) stay with what they follow.
 * - `EMOJI` may join with the next one; `SYMBOL` is all the rest: a word of its own.
 */
export const SPACE = 1;
export const LETTER = 2;
export const DIGIT = 3;
export const SOLO = 4;
export const MARK = 5;
export const FORMAT = 6;
export const EMOJI = 7;
const SYMBOL = 8;

const table = new Uint8Array(0x110000);

/** The class of a code point. Asked of Unicode once, then looked up. */
export function classOf(codePoint: number): number {
  const known = table[codePoint]!;
  if (known !== 0) return known;
  const found = classify(codePoint);
  table[codePoint] = found;
  return found;
}

/** White space as Unicode defines it, plus the two blanks of no width that separate words (U+200B, U+FEFF). */
export function isSpace(codePoint: number): boolean {
  return classOf(codePoint) === SPACE;
}

/** Whether the character belongs to a script that writes no blanks between words. */
export function isSolo(codePoint: number): boolean {
  return classOf(codePoint) === SOLO;
}

const space = /[\p{White_Space}\u200B\uFEFF]/u;
const soloScript =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tale}\p{scx=Talu}\p{scx=Lana}\p{scx=Tavt}\p{scx=Yiii}]/u;

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (space.test(character)) return SPACE;
  // Thai and Lao AM are letters by category, but are written onto the consonant before them.
  if (codePoint === 0x0e33 || codePoint === 0x0eb3) return MARK;
  if (/[\p{M}\p{Emoji_Modifier}]/u.test(character)) return MARK;
  if (/[\p{L}\p{Nl}]/u.test(character)) return soloScript.test(character) ? SOLO : LETTER;
  if (/\p{N}/u.test(character)) return DIGIT;
  if (character === "_") return LETTER;
  if (/\p{Cf}/u.test(character)) return FORMAT;
  if (/[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(character)) return EMOJI;
  return SYMBOL;
}
