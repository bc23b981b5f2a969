import { classOf, DIGIT, EMOJI, FORMAT, LETTER, MARK, SOLO, SPACE } from "./character-class.ts";
import { matchDottedLetters, matchEmail, matchUrl } from "./special-words.ts";
import { usualCutting, type WordCutting } from "./word-cutting.ts";

/** The words of a text, and where each stands in it: UTF-16 units, end exclusive. */
export interface Words {
  readonly tokens: string[];
  readonly offsets: (readonly [start: number, end: number])[];
}

const ZERO_WIDTH_JOINER = 0x200d;
const APOSTROPHE = 0x27;
const RIGHT_QUOTE = 0x2019;

/**
 * Cuts raw text into words: runs of letters, marks and digits; every other character
 * alone. Scripts that write no blanks (Han, Kana, Thai, Khmer …) give one word per written character.
 *
 * - Kept whole: `3.5`, `1,000`, `U.S.`, `e.g.`, web and e-mail addresses, emoji sequences
 *   and flags, `don't`, `O'Brien`.
 * - Cut: `John|'s`, `they|'ll`, `d'|Italie` (lower case before the apostrophe, upper case
 *   after), `well|-|known`, `Mr|.`.
 *
 * No word contains white space, every other character is in exactly one word, and the
 * outcome does not depend on the language or on where the text came from. All of this is the usual cutting; another may
 * keep `well-known` whole, cut at every mark or at every character, and make words of blanks.
 */
export function tokenize(text: string, cutting: WordCutting = usualCutting): Words {
  const tokens: string[] = [];
  const offsets: (readonly [number, number])[] = [];
  const length = text.length;
  let nextAt = text.indexOf("@");
  let at = 0;
  while (at < length) {
    const kind = classAt(text, at);
    if (kind === SPACE && !(cutting.blanks && cutting.by === "characters")) {
      at++;
      continue;
    }
    if (nextAt >= 0 && nextAt < at) nextAt = text.indexOf("@", at);
    const end =
      cutting.by === "words"
        ? wordEnd(text, at, kind, nextAt, cutting)
        : pieceEnd(text, at, kind, cutting.by);
    tokens.push(text.slice(at, end));
    offsets.push([at, end]);
    at = end;
  }
  return { tokens, offsets };
}

function wordEnd(text: string, start: number, kind: number, nextAt: number, cutting: WordCutting): number {
  if (kind === LETTER || kind === DIGIT) {
    const address = matchEmail(text, start, nextAt) || matchUrl(text, start);
    if (address > 0) return address;
    let end = partEnd(text, start, kind, cutting);
    while (isJoint(text, end, cutting)) end = partEnd(text, end + 1, classAt(text, end + 1), cutting);
    return end;
  }
  const code = text.charCodeAt(start);
  if ((code === APOSTROPHE || code === RIGHT_QUOTE) && start + 1 < text.length) {
    // A clitic that was set apart already, as in "John 's".
    const after = cliticEnd(text, start);
    if (after > 0) return after;
  }
  if (kind === EMOJI) return emojiEnd(text, start);
  return kind === SOLO ? soloEnd(text, start) : afterMarks(text, start + sizeAt(text, start));
}

/** Where a word ends that is cut by characters or by runs of letters and digits. */
function pieceEnd(text: string, start: number, kind: number, by: "runs" | "characters"): number {
  if (kind === EMOJI) return emojiEnd(text, start);
  if (kind === SOLO) return soloEnd(text, start);
  let end = afterMarks(text, start + sizeAt(text, start));
  if (by === "characters" || (kind !== LETTER && kind !== DIGIT)) return end;
  while (end < text.length && (classAt(text, end) === LETTER || classAt(text, end) === DIGIT)) {
    end = afterMarks(text, end + sizeAt(text, end));
  }
  return end;
}

/** Where an abbreviation of single letters ends, or else a run of letters and digits. */
function partEnd(text: string, start: number, kind: number, cutting: WordCutting): number {
  return (kind === LETTER && matchDottedLetters(text, start)) || runEnd(text, start, cutting.joinedInNumbers);
}

/** Whether the mark at `at`, where a word could end, joins it with the next one. */
function isJoint(text: string, at: number, { joined }: WordCutting): boolean {
  if (joined === "" || at + 1 >= text.length || !joined.includes(text[at]!)) return false;
  const next = classAt(text, at + 1);
  if (next !== LETTER && next !== DIGIT) return false;
  // Between two digits it is for `joinedInNumbers` to say.
  return next !== DIGIT || !isDigit(text, at - 1);
}

/** The end of a run of letters and digits, with what may stand between them. */
function runEnd(text: string, start: number, joinedInNumbers: string): number {
  let at = start;
  while (at < text.length) {
    const kind = classAt(text, at);
    if (kind === LETTER || kind === DIGIT || kind === MARK || kind === FORMAT) {
      at += sizeAt(text, at);
      continue;
    }
    const code = text.charCodeAt(at);
    if (isDigit(text, at - 1) && isDigit(text, at + 1) && joinedInNumbers.includes(text[at]!)) {
      at++;
      continue;
    }
    if (code !== APOSTROPHE && code !== RIGHT_QUOTE) break;
    if (at + 1 >= text.length || classAt(text, at + 1) !== LETTER) break;
    if (classAt(text, lastStart(text, at)) === DIGIT || cliticEnd(text, at) > 0) break;
    at++;
    if (isLower(text, lastStart(text, at - 1)) && isUpper(text, at)) break;
  }
  return at;
}

/** Where `'s`, `'ll`, `'re`, `'ve`, `'d` or `'m` ends if it stands at the apostrophe `at`, else 0. */
function cliticEnd(text: string, at: number): number {
  const first = text.charCodeAt(at + 1) | 0x20;
  let end = 0;
  if (first === 0x73 || first === 0x64 || first === 0x6d) end = at + 2;
  else {
    const two = text.slice(at + 1, at + 3).toLowerCase();
    if (two === "ll" || two === "re" || two === "ve") end = at + 3;
  }
  if (end === 0 || end >= text.length) return end;
  const kind = classAt(text, end);
  if (kind === LETTER || kind === DIGIT || kind === MARK || kind === FORMAT) return 0;
  const code = text.charCodeAt(end);
  return code === APOSTROPHE || code === RIGHT_QUOTE ? 0 : end;
}

/** A character without blanks around it, with its marks; Khmer and Myanmar stack letters by a sign between them. */
function soloEnd(text: string, start: number): number {
  let at = afterMarks(text, start + sizeAt(text, start));
  while (at < text.length) {
    const before = text.charCodeAt(at - 1);
    if ((before !== 0x17d2 && before !== 0x1039) || classAt(text, at) !== SOLO) break;
    at = afterMarks(text, at + sizeAt(text, at));
  }
  return at;
}

/** Two regional indicators make a flag; pictures join over U+200D. */
function emojiEnd(text: string, start: number): number {
  let at = start + sizeAt(text, start);
  if (isRegional(text, start) && isRegional(text, at)) at += 2;
  at = afterMarks(text, at);
  while (at < text.length && text.charCodeAt(at - 1) === ZERO_WIDTH_JOINER && classAt(text, at) === EMOJI) {
    at = afterMarks(text, at + sizeAt(text, at));
  }
  return at;
}

function afterMarks(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const kind = classAt(text, at);
    if (kind !== MARK && kind !== FORMAT) break;
    at += sizeAt(text, at);
  }
  return at;
}

function isRegional(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

function isLower(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code >= 0x61 && code <= 0x7a : /\p{Ll}/u.test(characterAt(text, at));
}

function isUpper(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code >= 0x41 && code <= 0x5a : /\p{Lu}/u.test(characterAt(text, at));
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at)!);
}

/** Where the character that ends before `end` begins. */
function lastStart(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return (unit & 0xfc00) === 0xdc00 && (text.charCodeAt(end - 2) & 0xfc00) === 0xd800 ? end - 2 : end - 1;
}

function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return (unit & 0xf800) === 0xd800 ? classOf(text.codePointAt(at)!) : classOf(unit);
}

function sizeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return (unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
}
