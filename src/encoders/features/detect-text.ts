import { detectUnit } from "../../dictionary/index.ts";

/** How text was cut: into words, or (Chinese, as most corpora have it) one token per character. */
export type TextKind = "words" | "characters";

/** Tells from a sample of sentences how their text was cut; what is not `"auto"` is left as it is. */
export function detectText(text: TextKind | "auto", sample: Iterable<readonly string[]>): TextKind {
  if (text !== "auto") return text;
  return detectUnit(sample) === "characters" ? "characters" : "words";
}
