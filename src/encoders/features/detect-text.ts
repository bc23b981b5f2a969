import { detectUnit } from "../../dictionary/index.ts";

/** The unit of the text: words, or (as in most Chinese corpora) one token per character. */
export type TextKind = "words" | "characters";

/** Detects the unit from a sample of sentences; anything but `"auto"` is returned as it is. */
export function detectText(text: TextKind | "auto", sample: Iterable<readonly string[]>): TextKind {
  if (text !== "auto") return text;
  return detectUnit(sample) === "characters" ? "characters" : "words";
}
