import type { TextRecord } from "./format.ts";
import { joinSentences } from "./join-sentences.ts";
import type { Offset, Sentence } from "./sentence.ts";

/** A longer text goes on in a further record, so that memory stays flat whatever is written. */
const LONGEST = 1 << 22;

/**
 * Puts sentences that were cut from one text together again, as long as each begins where the one before it ends and all
 * else that is said of the text is the same. Other sentences pass as they are.
 */
export async function* joinRecords(
  sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
): AsyncGenerator<TextRecord> {
  let open: Sentence[] = [];
  for await (const sentence of sentences) {
    if (open.length > 0 && !goesOn(open.at(-1)!, sentence, open[0]!)) {
      yield joined(open);
      open = [];
    }
    open.push(sentence);
  }
  if (open.length > 0) yield joined(open);
}

function goesOn(last: Sentence, next: Sentence, first: Sentence): boolean {
  if (last.text === undefined || last.textStart === undefined || last.doc === undefined) return false;
  if (next.text === undefined || next.textStart !== last.textStart + last.text.length) return false;
  if (next.textStart + next.text.length - first.textStart! > LONGEST) return false;
  // An empty word at the very end would be taken for the next sentence's.
  if (!(last.offsets!.at(-1)![0] < last.text.length)) return false;
  return (
    last.doc === next.doc &&
    last.source === next.source &&
    last.id === next.id &&
    (last.hidden === undefined) === (next.hidden === undefined) &&
    isSame(last.completeness, next.completeness) &&
    isSame(last.meta, next.meta)
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function joined(sentences: readonly Sentence[]): TextRecord {
  const first = sentences[0]!;
  if (sentences.length === 1) return first;
  const starts = sentences.map(({ textStart }) => textStart! - first.textStart!);
  return {
    ...joinSentences(sentences),
    text: sentences.map(({ text }) => text!).join(""),
    offsets: sentences.flatMap(({ offsets }, i) =>
      offsets!.map(([from, to]): Offset => [from + starts[i]!, to + starts[i]!]),
    ),
    textStart: first.textStart!,
    ...(first.id !== undefined && { id: first.id }),
    ...(first.meta !== undefined && { meta: first.meta }),
    sentences: starts,
  };
}
