import { classOf, DIGIT, LETTER, MARK } from "./character-class.ts";

// Bounded on both sides of the @, so that a hostile line costs no more than its length.
const email = /[\w.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/y;
const url = /(?:https?:\/\/|ftp:\/\/|www\.)[!-~]+/iy;

/** Where the e-mail address that begins at `start` ends, or 0; `nextAt` is the next `@` of the text, or −1. */
export function matchEmail(text: string, start: number, nextAt: number): number {
  if (nextAt < 0 || nextAt - start > 64) return 0;
  email.lastIndex = start;
  if (!email.test(text)) return 0;
  let end = email.lastIndex;
  while (text[end - 1] === "-" || text[end - 1] === ".") end--;
  return end;
}

/** Where the web address that begins at `start` ends, or 0. Closing punctuation after it is no part of it. */
export function matchUrl(text: string, start: number): number {
  const first = text.charCodeAt(start) | 0x20;
  const third = text.charCodeAt(start + 2) | 0x20;
  // h t t, f t p or w w w: a cheap look before the expression.
  if (
    !(
      (first === 0x68 && third === 0x74) ||
      (first === 0x66 && third === 0x70) ||
      (first === 0x77 && third === 0x77)
    )
  ) {
    return 0;
  }
  url.lastIndex = start;
  if (!url.test(text)) return 0;
  let end = url.lastIndex;
  const stop = text.slice(start, end).search(/["<>`{}|\\^]/);
  if (stop >= 0) end = start + stop;
  // A bracket that the address itself opened is kept: .../Paris_(Texas)
  let unopened = text.slice(start, end).split(")").length - text.slice(start, end).split("(").length;
  while (end > start && /[.,;:!?'")\]*]/.test(text[end - 1]!)) {
    if (text[end - 1] === ")" && unopened-- <= 0) break;
    end--;
  }
  // "www." or "http://" alone is no address.
  return /^(?:www|(?:https?|ftp):(?:\/\/)?|https?|ftp)$/i.test(text.slice(start, end)) ? 0 : end;
}

/**
 * Where an abbreviation of single letters with points ends (`U.S.`, `e.g.`, `p.m.`), or 0.
 * It takes at least two letters: a lone initial keeps its point apart. The last point may be missing.
 */
export function matchDottedLetters(text: string, start: number): number {
  if (text.charCodeAt(start + 1) !== 0x2e) return 0;
  let at = start;
  let letters = 0;
  // Ten letters are more than any abbreviation has, and bound the look ahead.
  while (letters < 10 && isWordPart(text, at, LETTER) && text.charCodeAt(at + 1) === 0x2e) {
    at += 2;
    letters++;
  }
  if (letters === 0) return 0;
  const open = isWordPart(text, at, LETTER);
  if (open && !continues(text, at + 1)) return at + 1;
  if (open || letters < 2 || isWordPart(text, at, DIGIT)) return 0;
  return at;
}

function isWordPart(text: string, at: number, kind: number): boolean {
  return at < text.length && classOf(text.charCodeAt(at)) === kind;
}

function continues(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const kind = classOf(text.codePointAt(at)!);
  return (
    kind === LETTER || kind === DIGIT || kind === MARK || (text[at] === "." && letterAfter(text, at + 1))
  );
}

function letterAfter(text: string, at: number): boolean {
  return at < text.length && classOf(text.codePointAt(at)!) === LETTER;
}
