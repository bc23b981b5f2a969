import type { Unit } from "../match-options.ts";
import { pluralForms } from "./plural-forms.ts";

/**
 * The forms beside the written one by which a phrase may be found: the plural or singular of its last word, if
 * asked for, and among character tokens the phrase without blanks, since such corpora often leave them out.
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
