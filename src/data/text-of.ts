import { isSolo } from "../text/index.ts";
import type { Offset, Sentence } from "./sentence.ts";

/**
 * The running text of a sentence and the offsets of its words, for formats that
 * need them. If the sentence has no text, its words are joined by blanks, or by nothing
 * between two characters of a script without blanks.
 */
export function textOf(sentence: Pick<Sentence, "tokens" | "text" | "offsets">): {
  readonly text: string;
  readonly offsets: readonly Offset[];
} {
  if (sentence.text !== undefined && sentence.offsets !== undefined) {
    return { text: sentence.text, offsets: sentence.offsets };
  }
  let text = "";
  const offsets: Offset[] = [];
  let previous = "";
  for (const token of sentence.tokens) {
    if (text !== "" && !(isWide(previous.codePointAt(lastStart(previous))) && isWide(token.codePointAt(0))))
      text += " ";
    offsets.push([text.length, text.length + token.length]);
    text += token;
    previous = token;
  }
  return { text, offsets };
}

/** Characters of scripts without blanks, and the full-width punctuation written among them. */
function isWide(codePoint: number | undefined): boolean {
  if (codePoint === undefined || codePoint < 0x0e00) return false;
  if ((codePoint > 0x3000 && codePoint < 0x3040) || (codePoint > 0xff00 && codePoint < 0xff60)) return true;
  return isSolo(codePoint);
}

function lastStart(token: string): number {
  const last = token.length - 1;
  return (token.charCodeAt(last) & 0xfc00) === 0xdc00 && last > 0 ? last - 1 : last;
}
