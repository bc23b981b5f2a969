import type { Sentence } from "../data/index.ts";
import { entityKey, isCompleteFor } from "../data/index.ts";
import type { AmbiguousPhrase, Dictionary } from "./dictionary.ts";
import type { Match } from "./matcher/settle-matches.ts";

/** Agreement with gold, by exact span and label, in percent; 0 where there is nothing to divide by. */
export interface Agreement {
  readonly correct: number;
  readonly predicted: number;
  readonly gold: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Statistics of a dictionary on a corpus. */
export interface DictionaryReport {
  readonly phrases: number;
  readonly hits: number;
  readonly hitsPerLabel: ReadonlyMap<string, number>;
  readonly neverHit: { readonly count: number; readonly first: readonly { phrase: string; label: string }[] };
  readonly ambiguous: { readonly count: number; readonly first: readonly AmbiguousPhrase[] };
  readonly sentences: number;
  readonly sentencesWithHit: number;
  readonly tokens: number;
  readonly tokensInHits: number;
  /** Absent if no gold was seen. */
  readonly gold?: { readonly all: Agreement; readonly perLabel: ReadonlyMap<string, Agreement> };
}

interface Tally {
  correct: number;
  predicted: number;
  gold: number;
}

/** Collects a `DictionaryReport` sentence by sentence, in memory that does not grow with the corpus. */
export class DictionaryTally {
  readonly #dictionary: Dictionary;
  readonly #hitsOfEntry: Uint32Array;
  readonly #hitsPerLabel = new Map<string, number>();
  readonly #gold = new Map<string, Tally>();
  #goldSeen = false;
  #hits = 0;
  #sentences = 0;
  #sentencesWithHit = 0;
  #tokens = 0;
  #tokensInHits = 0;

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary;
    this.#hitsOfEntry = new Uint32Array(dictionary.size);
    for (const label of dictionary.labels) this.#hitsPerLabel.set(label, 0);
  }

  /**
   * Counts a sentence and its matches. With `isGold`, the sentence's own entities are the truth for the labels
   * for which it is complete; labels that are not in the dictionary are left aside.
   */
  add(sentence: Sentence, matches: readonly Match[], isGold = false): void {
    this.#sentences++;
    this.#tokens += sentence.tokens.length;
    if (matches.length > 0) this.#sentencesWithHit++;
    this.#hits += matches.length;
    const covered = new Set<number>();
    for (const { start, end, label, entry } of matches) {
      this.#hitsOfEntry[entry]!++;
      this.#hitsPerLabel.set(label, (this.#hitsPerLabel.get(label) ?? 0) + 1);
      for (let token = start; token < end; token++) covered.add(token);
    }
    this.#tokensInHits += covered.size;
    if (isGold) this.#compare(sentence, matches);
  }

  /** The report so far, with up to `keep` phrases in each list. */
  report(keep = 20): DictionaryReport {
    const report = {
      phrases: this.#dictionary.size,
      hits: this.#hits,
      hitsPerLabel: new Map(this.#hitsPerLabel),
      neverHit: this.#neverHit(keep),
      ambiguous: this.#dictionary.ambiguous(keep),
      sentences: this.#sentences,
      sentencesWithHit: this.#sentencesWithHit,
      tokens: this.#tokens,
      tokensInHits: this.#tokensInHits,
    };
    return this.#goldSeen ? { ...report, gold: this.#agreement() } : report;
  }

  #compare(sentence: Sentence, matches: readonly Match[]): void {
    const isScored = (label: string) =>
      this.#hitsPerLabel.has(label) && isCompleteFor(sentence.completeness, label);
    if (this.#dictionary.labels.some(isScored)) this.#goldSeen = true;
    const unknown = new Set(sentence.unknown);
    const truth = new Set<string>();
    for (const entity of sentence.entities) {
      if (!isScored(entity.label) || truth.has(entityKey(entity))) continue;
      truth.add(entityKey(entity));
      this.#tally(entity.label).gold++;
    }
    for (const match of matches) {
      if (!isScored(match.label)) continue;
      const isCorrect = truth.has(entityKey(match));
      // On words about which nothing is known, a hit is neither right nor wrong.
      if (!isCorrect && touches(match, unknown)) continue;
      const tally = this.#tally(match.label);
      tally.predicted++;
      if (isCorrect) tally.correct++;
    }
  }

  #tally(label: string): Tally {
    let tally = this.#gold.get(label);
    if (tally === undefined) {
      tally = { correct: 0, predicted: 0, gold: 0 };
      this.#gold.set(label, tally);
    }
    return tally;
  }

  #neverHit(keep: number): DictionaryReport["neverHit"] {
    const first: { phrase: string; label: string }[] = [];
    let count = 0;
    for (let entry = 0; entry < this.#hitsOfEntry.length; entry++) {
      if (this.#hitsOfEntry[entry] !== 0) continue;
      count++;
      if (first.length < keep) {
        first.push({ phrase: this.#dictionary.phrase(entry), label: this.#dictionary.label(entry) });
      }
    }
    return { count, first };
  }

  #agreement(): NonNullable<DictionaryReport["gold"]> {
    const all: Tally = { correct: 0, predicted: 0, gold: 0 };
    const perLabel = new Map<string, Agreement>();
    for (const label of this.#dictionary.labels) {
      const tally = this.#tally(label);
      all.correct += tally.correct;
      all.predicted += tally.predicted;
      all.gold += tally.gold;
      perLabel.set(label, agreement(tally));
    }
    return { all: agreement(all), perLabel };
  }
}

/** The report for a whole corpus; each sentence is matched here. */
export function dictionaryReport(
  sentences: Iterable<Sentence>,
  dictionary: Dictionary,
  options: { readonly isGold?: boolean; readonly keep?: number } = {},
): DictionaryReport {
  const tally = new DictionaryTally(dictionary);
  for (const sentence of sentences) {
    tally.add(sentence, dictionary.match(sentence.tokens), options.isGold);
  }
  return tally.report(options.keep);
}

function agreement({ correct, predicted, gold }: Tally): Agreement {
  const precision = predicted === 0 ? 0 : (100 * correct) / predicted;
  const recall = gold === 0 ? 0 : (100 * correct) / gold;
  const f1 = correct === 0 ? 0 : (200 * correct) / (predicted + gold);
  return { correct, predicted, gold, precision, recall, f1 };
}

function touches(match: Match, words: ReadonlySet<number>): boolean {
  for (let word = match.start; word < match.end; word++) if (words.has(word)) return true;
  return false;
}
