import type { CaseMode, Normalisation } from "../match-options.ts";

/**
 * Takes case out of a text: lower case, with ß as ss and the final sigma as the plain one, so that the
 * result does not depend on where a word was cut or whether it was in capitals.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
}

/**
 * Brings a text into the form in which characters are compared.
 *
 * Text is decomposed rather than composed: equality is the same, and a corpus that has a letter and its accent
 * in two tokens still matches, since decomposition never looks across the cut.
 */
export function normalise(text: string, normalisation: Normalisation): string {
  if (normalisation === "none") return text;
  return text.normalize(normalisation === "nfc" ? "NFD" : "NFKD");
}

/** `normalise`, then `foldCase` unless case counts. `smart` compares folded and looks at case afterwards. */
export function comparable(text: string, normalisation: Normalisation, mode: CaseMode): string {
  const normal = normalise(text, normalisation);
  return mode === "exact" ? normal : foldCase(normal);
}
