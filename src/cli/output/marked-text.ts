import type { Entity, Sentence } from "../../data/index.ts";
import { textOf } from "../../data/index.ts";
import { printable } from "./printable.ts";

/**
 * Sentences for a person to read in a terminal, one on a line: `[Ann Lee | PER 0.98] moved to [Leeds | LOC 0.91].`
 *
 * @param isColoured whether entities stand out by bold type too
 */
export async function* markedText(
  sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
  isColoured = false,
): AsyncGenerator<string> {
  for await (const sentence of sentences) yield markedSentence(sentence, isColoured);
}

function markedSentence(sentence: Sentence, isColoured: boolean): string {
  const { text, offsets } = textOf(sentence);
  const [bold, plain] = isColoured ? ["\u001b[1m", "\u001b[22m"] : ["", ""];
  const opening = new Map<number, number>();
  const closing = new Map<number, Entity[]>();
  for (const entity of sentence.entities) {
    opening.set(entity.start, (opening.get(entity.start) ?? 0) + 1);
    // The one that began last is closed first.
    closing.set(entity.end - 1, [entity, ...(closing.get(entity.end - 1) ?? [])]);
  }
  let line = "";
  let shown = 0;
  for (const [word, [from, to]] of offsets.entries()) {
    line += onOneLine(text.slice(shown, from));
    const begin = opening.get(word) ?? 0;
    if (begin > 0) line += "[".repeat(begin) + bold;
    line += onOneLine(text.slice(from, to));
    for (const { label, score } of closing.get(word) ?? []) {
      line += `${plain} | ${onOneLine(label)}${score === undefined ? "" : ` ${score.toFixed(2)}`}]`;
    }
    shown = to;
  }
  return (line + onOneLine(text.slice(shown))).trim();
}

/** Text made safe to print, its line breaks and tabs blanks. */
function onOneLine(text: string): string {
  return printable(text.replace(/[\s\u2028\u2029]+/gu, " "));
}
