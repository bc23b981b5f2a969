import { zip } from "../../entries.ts";
import { foldCase } from "./fold-case.ts";

/** Which text a phrase accepts in the case modes `smart` and `heading`, beside text with its own letters. */
export type CaseRule = "any" | "words" | "capitals" | "raised" | "itself";

/** An ALL-CAPS word of up to this many letters is taken for an acronym. */
const ACRONYM_LETTERS = 5;

/**
 * The rule of case mode `smart` for a phrase:
 *
 * - no capitals (`aspirin`): `any`: each word of the text may be lower case, Title or ALL CAPS;
 * - capitals and small letters (`May`, `iPhone`): `capitals`: itself or all in capitals, so never `may`;
 * - ALL CAPS, one word of at most five letters (`WHO`, `IL-2`): `itself`: an acronym is no ordinary word;
 * - ALL CAPS otherwise (`UNITED NATIONS`): `raised`: each word may be Title or ALL CAPS.
 *
 * In case mode `heading`, for lists in which capitals say nothing of what is a name, those with capitals and small letters
 * (`Heart Failure`, `Long QT Syndrome`) are `words`: each word that only begins with a capital may be lower case, Title or
 * ALL CAPS, and others are as they are.
 */
export function caseRule(phrase: string, mode: "smart" | "heading" = "smart"): CaseRule {
  let upper = 0;
  let lower = 0;
  for (let i = 0; i < phrase.length; i++) {
    const unit = phrase.charCodeAt(i);
    // Millions of phrases come through here, and nearly all their letters are ASCII.
    if (unit < 128) {
      if (unit >= 97 && unit <= 122) lower++;
      else if (unit >= 65 && unit <= 90) upper++;
      continue;
    }
    const character = String.fromCodePoint(phrase.codePointAt(i) ?? unit);
    if (isUpper(character)) upper++;
    else if (isLower(character)) lower++;
    if (character.length === 2) i++;
  }
  if (upper === 0) return "any";
  if (lower > 0) return mode === "heading" ? "words" : "capitals";
  return upper <= ACRONYM_LETTERS && !/\s/.test(phrase.trim()) ? "itself" : "raised";
}

/**
 * Whether a phrase accepts a text that equals it but for case, or for an ending where plurals are allowed.
 * Both are normalised. Blanks do not count.
 */
export function acceptsCase(rule: CaseRule, phrase: string, text: string): boolean {
  if (rule === "any") return everyWord(text, PLAIN);
  if (rule === "words") return likeWords(phrase, text);
  if (rule === "capitals" && !/\p{Ll}/u.test(text)) return true;
  if (rule === "raised" && everyWord(text, /^[\p{Lu}\p{Lt}](?:[^\p{Lu}]*|[^\p{Ll}]*)$/u)) return true;
  return sameLetters(phrase, text);
}

/** A word in lower case, with or without a capital at its beginning, or in capitals. */
const PLAIN = /^(?:\p{Lu}?[^\p{Lu}]*|[^\p{Ll}]*)$/u;

/** A word that has no capital but at its beginning. */
const TITLE = /^\p{Lu}?[^\p{Lu}]*$/u;

// A word is a run of letters and their marks; `O'Neil-Smith` has three.
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}

function everyWord(text: string, shape: RegExp): boolean {
  for (const word of wordsOf(text)) if (!shape.test(word)) return false;
  return true;
}

// Text that was cut where the phrase is not has other words: it must have the phrase's own letters.
function likeWords(phrase: string, text: string): boolean {
  const [own, others] = [wordsOf(phrase), wordsOf(text)];
  if (own.length !== others.length) return sameLetters(phrase, text);
  return zip(own, others).every(([word, other]) =>
    TITLE.test(word) ? PLAIN.test(other) : sameLetters(word, other),
  );
}

// Up to where the words part, which is where a plural ending begins, every letter must be the very same.
function sameLetters(phrase: string, text: string): boolean {
  const a = phrase.replace(/\s+/g, "");
  const b = text.replace(/\s+/g, "");
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return foldCase(a.charAt(i)) !== foldCase(b.charAt(i));
  }
  return true;
}

function isUpper(character: string): boolean {
  return character.toLowerCase() !== character;
}

function isLower(character: string): boolean {
  return character.toUpperCase() !== character;
}
