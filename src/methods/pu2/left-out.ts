import type { Sentence } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import type { LeftOut } from "../learner.ts";
import { hiddenWords } from "../tagger/o-value-metrics.ts";

/** How many phrases are listed. */
const LISTED = 60;

/** Words around a phrase that are shown with it. */
const AROUND = 4;

interface Phrase {
  text: string;
  times: number;
  value: number;
  before: string;
  after: string;
  hidden: number;
  words: number;
}

/**
 * The words that were removed, as phrases with a piece of their sentence: removed words that stand side by side are one
 * phrase, and a phrase that was removed several times is listed once. Those removed most often come first, of these the
 * ones with the smallest O-values. [PU2, Table 7]
 *
 * @param sentences the training sentences
 * @param placesOf the number of each word of a sentence among the ranked ones, −1 for others
 * @param removed by these numbers, 1 for removed words
 * @param values by these numbers, the O-values
 */
export function leftOutWords(
  sentences: readonly Sentence[],
  placesOf: (sentence: number) => Int32Array,
  removed: Uint8Array,
  values: Float32Array,
): LeftOut {
  const phrases = new Map<string, Phrase>();
  const isMasked = sentences.some(({ hidden = [] }) => hidden.length > 0);
  let count = 0;
  sentences.forEach((sentence, number) => {
    const places = placesOf(number);
    const hidden = hiddenWords(sentence);
    const isRemoved = (word: number) => {
      const place = places[word] ?? -1;
      return place >= 0 && removed[place] === 1;
    };
    for (let start = 0; start < places.length; start++) {
      if (!isRemoved(start)) continue;
      let end = start + 1;
      while (isRemoved(end)) end++;
      count += end - start;
      add(sentence, start, end, mean(places.subarray(start, end), values), hidden.subarray(start, end));
      start = end;
    }
  });
  const listed = [...phrases.values()].sort((a, b) => b.times - a.times || a.value - b.value);
  return {
    words: count,
    of: removed.length,
    phrases: listed.slice(0, LISTED).map(({ text, times, value, before, after, hidden, words }) => ({
      text,
      times,
      value,
      before,
      after,
      ...(isMasked && { hidden: hidden / words }),
    })),
    phrasesInAll: phrases.size,
  };

  function add({ tokens }: Sentence, start: number, end: number, value: number, hidden: Uint8Array): void {
    const text = tokens.slice(start, end).join(" ");
    const missed = hidden.reduce((sum, flag) => sum + flag, 0);
    const known = phrases.get(text);
    if (known === undefined) {
      const before = tokens.slice(Math.max(0, start - AROUND), start).join(" ");
      const after = tokens.slice(end, end + AROUND).join(" ");
      phrases.set(text, { text, times: 1, value, before, after, hidden: missed, words: end - start });
      return;
    }
    known.value = (known.value * known.times + value) / (known.times + 1);
    known.times++;
    known.hidden += missed;
    known.words += end - start;
  }
}

function mean(places: Int32Array, values: Float32Array): number {
  return places.reduce((sum, place) => sum + entryAt(values, place), 0) / places.length;
}
