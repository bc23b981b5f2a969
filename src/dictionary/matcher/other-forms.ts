import type { Unit } from "../match-options.ts";

/**
 * Other forms by which a phrase may be found: the plural or singular of its last word, if asked for, and among
 * character tokens the phrase without blanks, since such corpora often leave them out.
 */
export function otherForms(phrase: string, unit: Unit, plural: boolean): string[] {
  const forms: string[] = [];
  if (unit === "characters" && /\s/.test(phrase)) forms.push(phrase.replace(/\s+/g, ""));
  if (!plural) return forms;
  const last = /[A-Za-z]+$/.exec(phrase)?.[0] ?? "";
  const stem = phrase.slice(0, phrase.length - last.length);
  // In `caféteria` the run of ASCII letters is not the whole word.
  if (/[\p{L}\p{N}\p{M}]$/u.test(stem)) return forms;
  for (const form of pluralForms(last)) forms.push(stem + form);
  return forms;
}

/** An ALL-CAPS word of up to this many letters gets only a small `s`: `AID` must not become `AIDS`. */
const ACRONYM_LETTERS = 5;

/**
 * The regular English plurals and singulars of a word, without the word itself: `drug` ↔ `drugs`,
 * `virus` → `viruses`, `therapy` ↔ `therapies`. Empty for anything but ASCII letters, or fewer than three.
 */
export function pluralForms(word: string): string[] {
  if (!/^[A-Za-z]{3,}$/.test(word)) return [];
  const capitals = word === word.toUpperCase();
  if (capitals && word.length <= ACRONYM_LETTERS) return [`${word}s`];
  const lower = word.toLowerCase();
  const forms = new Set<string>([...plurals(lower), ...singulars(lower)]);
  forms.delete(lower);
  // The stem keeps its letters; a new ending is in the word's own case.
  return [...forms].map((form) => {
    let same = 0;
    while (same < form.length && form[same] === lower[same]) same++;
    const ending = form.slice(same);
    return word.slice(0, same) + (capitals ? ending.toUpperCase() : ending);
  });
}

function plurals(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (/(?:ss|us|is|x|z|ch|sh)$/.test(word)) return [`${word}es`];
  return word.endsWith("s") ? [] : [`${word}s`];
}

function singulars(word: string): string[] {
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return [`${word.slice(0, -3)}y`];
  // viruses → virus, but causes → cause: the spelling does not tell which, so both.
  if (/(?:ss|us|x|z|ch|sh)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  // -ss, -us and -is are seldom plurals (glass, virus, hepatitis).
  if (/[^sui]s$/.test(word) && word.length > 3) return [word.slice(0, -1)];
  return [];
}
