import { foldCase } from "./fold-case.ts";

/** Which text a phrase accepts in case mode `smart`, beside text with its own letters. */
export type CaseRule = "any" | "capitals" | "raised" | "itself";

/** An ALL-CAPS word of up to this many letters is taken for an acronym. */
const ACRONYM_LETTERS = 5;

/**
 * The rule of case mode `smart` for a phrase:
 *
 * - no capitals (`aspirin`): `any`: each word of the text may be lower case, Title or ALL CAPS;
 * - capitals and small letters (`May`, `iPhone`): `capitals`: itself or all in capitals, so never `may`;
 * - ALL CAPS, one word of at most five letters (`WHO`, `IL-2`): `itself`: an acronym is no ordinary word;
 * - ALL CAPS otherwise (`UNITED NATIONS`): `raised`: each word may be Title or ALL CAPS.
 */
export function caseRule(phrase: string): CaseRule {
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
    const character = String.fromCodePoint(phrase.codePointAt(i)!);
    if (isUpper(character)) upper++;
    else if (isLower(character)) lower++;
    if (character.length === 2) i++;
  }
  if (upper === 0) return "any";
  if (lower > 0) return "capitals";
  return upper <= ACRONYM_LETTERS && !/\s/.test(phrase.trim()) ? "itself" : "raised";
}

/**
 * Whether a phrase accepts a text that equals it but for case, or for an ending where plurals are allowed.
 * Both are normalised. Blanks do not count.
 */
export function acceptsCase(rule: CaseRule, phrase: string, text: string): boolean {
  if (rule === "any") return everyWord(text, /^(?:\p{Lu}?[^\p{Lu}]*|[^\p{Ll}]*)$/u);
  if (rule === "capitals" && !/\p{Ll}/u.test(text)) return true;
  if (rule === "raised" && everyWord(text, /^[\p{Lu}\p{Lt}](?:[^\p{Lu}]*|[^\p{Ll}]*)$/u)) return true;
  return sameLetters(phrase, text);
}

// A word is a run of letters and their marks; `O'Neil-Smith` has three.
function everyWord(text: string, shape: RegExp): boolean {
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) if (!shape.test(word)) return false;
  return true;
}

// Up to where the words part, which is where a plural ending begins, every letter must be the very same.
function sameLetters(phrase: string, text: string): boolean {
  const a = phrase.replace(/\s+/g, "");
  const b = text.replace(/\s+/g, "");
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] === b[i]) continue;
    return foldCase(a[i]!) !== foldCase(b[i]!);
  }
  return true;
}

function isUpper(character: string): boolean {
  return character.toLowerCase() !== character;
}

function isLower(character: string): boolean {
  return character.toUpperCase() !== character;
}
