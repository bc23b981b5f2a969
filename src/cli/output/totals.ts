import type { Sentence } from "../../data/index.ts";
import { counted, formatNumber } from "../../format.ts";

/** Running totals of what a command passed on. */
export interface Totals {
  sentences: number;
  words: number;
  entities: number;
  hidden: number;
}

export function noTotals(): Totals {
  return { sentences: 0, words: 0, entities: 0, hidden: 0 };
}

/** Passes sentences on and adds them to `totals`. */
export async function* tally(
  sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
  totals: Totals,
): AsyncGenerator<Sentence> {
  for await (const sentence of sentences) {
    totals.sentences++;
    totals.words += sentence.tokens.length;
    totals.entities += sentence.entities.length;
    totals.hidden += sentence.hidden?.length ?? 0;
    yield sentence;
  }
}

/** E.g. `14,041 sentences, 203,621 words, 23,499 entities`. */
export function describeTotals({ sentences, words, entities, hidden }: Totals): string {
  const parts = [
    counted(sentences, "sentence"),
    counted(words, "word"),
    counted(entities, "entity", "entities"),
  ];
  if (hidden > 0) parts.push(`${formatNumber(hidden)} hidden`);
  return parts.join(", ");
}
