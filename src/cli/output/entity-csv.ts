import type { Sentence } from "../../data/index.ts";
import { textOf } from "../../data/index.ts";

const columns = "doc,id,sentence,start,end,label,text,score,word_start,word_end,source";

/**
 * The entities of sentences as CSV (RFC 4180), a row for each. `start` and `end` are UTF-16 units of the document's text, or of
 * the sentence's where it is part of none; empty where a sentence came as words. `sentence` counts from 1.
 */
export async function* entityCsv(
  sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
): AsyncGenerator<string> {
  yield columns;
  let number = 0;
  for await (const sentence of sentences) {
    number++;
    const { text, offsets } = textOf(sentence);
    const { doc = "", id = "", source, textStart = 0 } = sentence;
    for (const { start, end, label, score = "" } of sentence.entities) {
      const [from, to] = [offsets[start]![0], offsets[end - 1]![1]];
      const places = sentence.text === undefined ? ["", ""] : [textStart + from, textStart + to];
      const own = text.slice(from, to);
      const row = [doc, id, number, ...places, label, own, score, start, end, source];
      yield row.map(csvCell).join(",");
    }
  }
}

/**
 * A cell of a CSV file. A text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a line
 * break) gets an apostrophe before it, which spreadsheets do not show.
 */
function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
