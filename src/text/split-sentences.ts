import { doubtfulAbbreviations, openAbbreviations, sentenceStarters } from "./abbreviations.ts";
import { classOf, isSpace, LETTER, SOLO } from "./character-class.ts";

const terminator = /[.!?…。！？｡．‼⁇⁈⁉؟۔।॥]/;
const wideTerminator = /[。！？｡．]/;
// In German and Danish these close what others open with them; a blank or the end must follow.
const twoWayCloser = /[“«‹]/;
const closer = /[)\]}"'”’»›」』）】》〉〗＂＇*_]/;
const opener = /[([{"'“‘«‹「『（【《〈¿¡„‚*_]/;

/**
 * Cuts raw text into sentences and gives each one's `[start, end)` in UTF-16 units, without
 * the white space around it. Together they cover all that is not white space.
 *
 * A blank line always ends a sentence. A `.`, `!`, `?` or `…` does when a blank and
 * something other than a lower-case letter follow, unless the point belongs to an
 * abbreviation, an initial or a list number; `。！？` always do. Closing quotes and
 * brackets stay with the sentence they close.
 */
export function splitSentences(text: string): (readonly [start: number, end: number])[] {
  const sentences: (readonly [number, number])[] = [];
  let start = 0;
  const cut = (end: number) => {
    const [from, to] = trim(text, start, end);
    if (from < to) sentences.push([from, to]);
    start = end;
  };

  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    // Most characters are letters and blanks: pass over them without an expression.
    if (code < 0x80 && code !== 0x2e && code !== 0x21 && code !== 0x3f && code !== 0x0a && code !== 0x0d) {
      at++;
      continue;
    }
    if (code === 0x0a || code === 0x0d || code === 0x2029) {
      const after = skipSpaces(text, at);
      if (code === 0x2029 || hasBlankLine(text, at, after)) cut(after);
      at = after;
      continue;
    }
    if (code >= 0x80 && !terminator.test(text[at]!)) {
      at++;
      continue;
    }
    const first = at;
    while (at < text.length && terminator.test(text[at]!)) at++;
    const marks = text.slice(first, at);
    const afterMarks = at;
    while (at < text.length && isCloser(text, at)) at++;
    if (endsSentence(text, start, first, marks, afterMarks, at)) cut(at);
  }
  cut(text.length);
  return sentences;
}

/** Whether `marks`, which begin at `first` and are closed at `end`, end the sentence that began at `start`. */
function endsSentence(
  text: string,
  start: number,
  first: number,
  marks: string,
  afterMarks: number,
  end: number,
): boolean {
  if (end >= text.length) return true;
  // A wide point between ASCII letters or digits is a decimal point or a dotted name.
  if (wideTerminator.test(marks)) return marks !== "．" || !/[0-9A-Za-z]/.test(text[end]!);
  if (!isSpace(text.charCodeAt(end))) return false;

  const next = nextWord(text, end);
  if (next === "") return true;
  if (/^\p{Ll}/u.test(next)) return false;
  if (marks !== ".") return true;

  const word = wordBefore(text, start, first);
  const quoted = afterMarks !== end;
  if (word === "") return true;
  // "1. Introduction", "a. First": the number of a list item.
  if (/^(?:\p{N}+|\p{L})$/u.test(word) && text.slice(start, first).trim() === word) return false;
  if (quoted) return true;
  const lower = word.toLowerCase();
  if (openAbbreviations.has(lower)) return false;
  if (lower === "no") return !/^\p{N}/u.test(next);
  // "a.m." and "p.m." close a clause: any capital may begin the next one.
  if (lower === "a.m" || lower === "p.m" || lower === "etc") return true;
  const initial = /^\p{Lu}$/u.test(word);
  const dotted = /^(?:\p{L}\.)+\p{L}$/u.test(word);
  if (initial || dotted || doubtfulAbbreviations.has(lower)) return sentenceStarters.has(next);
  return true;
}

function isCloser(text: string, at: number): boolean {
  if (closer.test(text[at]!)) return true;
  return twoWayCloser.test(text[at]!) && (at + 1 >= text.length || isSpace(text.charCodeAt(at + 1)));
}

/** The word that ends at `end`, with the points and hyphens inside it; no longer than an abbreviation could be. */
function wordBefore(text: string, start: number, end: number): string {
  let from = end;
  const limit = Math.max(start, end - 24);
  while (from > limit) {
    const code = text.charCodeAt(from - 1);
    if (isSpace(code) || opener.test(text[from - 1]!) || code === 0x2d || code === 0x2f) break;
    from--;
  }
  return text.slice(from, end);
}

/** The letters or digits that follow `at`, past blanks and opening quotes. */
function nextWord(text: string, at: number): string {
  let from = at;
  while (from < text.length && (isSpace(text.charCodeAt(from)) || opener.test(text[from]!))) from++;
  let end = from;
  const limit = Math.min(text.length, from + 24);
  while (end < limit && isLetter(text, end)) end++;
  return end > from ? text.slice(from, end) : text.slice(from, from + 1);
}

function isLetter(text: string, at: number): boolean {
  const kind = classOf(text.codePointAt(at)!);
  return kind === LETTER || kind === SOLO;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Whether the white space between two places holds an empty line. */
function hasBlankLine(text: string, from: number, to: number): boolean {
  return /(?:\r\n|\n|\r)[^\r\n]*(?:\r\n|\n|\r)|\u2029/.test(text.slice(from, to));
}

function trim(text: string, from: number, to: number): readonly [number, number] {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return [start, end];
}
