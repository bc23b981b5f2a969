import { entryAt } from "../entries.ts";
import { detectUnit } from "./detect-unit.ts";
import {
  checkMatchOptions,
  defaultSelection,
  type MatchOptions,
  type Selection,
  type SelectionOptions,
  type Unit,
} from "./match-options.ts";
import { PhraseIndex } from "./matcher/phrase-index.ts";
import {
  inReadingOrder,
  leftmostLongest,
  type Match,
  mergeTouching,
  settleConflicts,
} from "./matcher/settle-matches.ts";

/** The label number of phrases on the stop list. */
const STOP = -1;

/** The outcome of adding a phrase. */
export type Added = "added" | "empty" | "duplicate" | "short" | "unlabelled";

/** A phrase with several labels in the dictionary. */
export interface AmbiguousPhrase {
  readonly phrase: string;
  readonly labels: readonly string[];
}

/** How phrases are compared with text, fully specified. */
export type Comparison = Readonly<
  Required<Pick<MatchOptions, "case" | "normalisation" | "plural">> & { unit: Unit; stop: readonly string[] }
>;

/**
 * Labelled phrases, up to millions of them, and their occurrences in sentences. Filled with `add`, then closed
 * to new phrases by the first `match` (or `close`).
 */
export class Dictionary {
  /** How phrases are compared with text. With the same phrases, it rebuilds the same dictionary. */
  readonly comparison: Comparison;
  readonly #labels: string[] = [];
  readonly #index: PhraseIndex;
  readonly #selection: Selection;
  readonly #minCharacters: number;
  readonly #ranks = new Map<string, number>();
  readonly #rank = (label: string): number => this.#ranks.get(label) ?? this.#labels.length;
  #size = 0;
  #closed = false;
  #lastOptions: SelectionOptions | undefined;
  #lastSelection: Selection | undefined;
  /** Whether a span of the sentence at hand had several labels. */
  #severalLabels = false;

  /** `hashMask` exists for tests: a mask of few bits makes nearly all hashes collide. */
  constructor(options: MatchOptions = {}, hashMask = -1) {
    checkMatchOptions(options);
    const unit = options.unit ?? "auto";
    this.comparison = {
      unit: unit === "auto" ? detectUnit(options.sample ?? []) : unit,
      case: options.case ?? "exact",
      normalisation: options.normalisation ?? "nfc",
      plural: options.plural ?? false,
      stop: [...(options.stop ?? [])],
    };
    this.#selection = select(defaultSelection, options);
    this.#minCharacters = options.minCharacters ?? 0;
    this.#index = new PhraseIndex({ ...this.comparison, hashMask });
  }

  /** The unit phrases and words are split into: the one asked for, or the one `auto` found. */
  get unit(): Unit {
    return this.comparison.unit;
  }

  /** The labels, in order of first occurrence. */
  get labels(): readonly string[] {
    return this.#labels;
  }

  /** How many phrases there are, counted once per label. Entries are numbered below this. */
  get size(): number {
    return this.#size;
  }

  /** An entry's phrase as it was added, without blanks around it. */
  phrase(entry: number): string {
    return this.#index.phrase(entry);
  }

  label(entry: number): string {
    return entryAt(this.#labels, this.#index.label(entry));
  }

  add(phrase: string, label: string): Added {
    if (this.#closed) throw new Error("a dictionary takes no more phrases once it has been matched");
    if (label === "") return "unlabelled";
    const trimmed = trim(phrase);
    if (this.#minCharacters > 1 && characters(trimmed) < this.#minCharacters) {
      return trimmed === "" ? "empty" : "short";
    }
    let rank = this.#ranks.get(label);
    if (rank === undefined) {
      rank = this.#labels.length;
      this.#labels.push(label);
      this.#ranks.set(label, rank);
    }
    const added = this.#index.add(trimmed, rank);
    if (added === "added") this.#size++;
    return added;
  }

  /** The same phrases, compared with text in another way that is no stricter; open for more. */
  freer(how: Partial<Pick<Comparison, "case" | "plural">>): Dictionary {
    const options = { ...this.#selection, ...this.comparison, minCharacters: this.#minCharacters, ...how };
    const other = new Dictionary(options);
    for (let entry = 0; entry < this.#size; entry++) other.add(this.phrase(entry), this.label(entry));
    return other;
  }

  /** Adds the stop list and frees spare memory. Called by the first `match`. */
  close(): this {
    if (this.#closed) return this;
    this.#closed = true;
    for (const phrase of this.comparison.stop) this.#index.add(trim(phrase), STOP);
    this.#index.close();
    return this;
  }

  /**
   * The occurrences of the phrases in a sentence, in reading order. `options` may change how hits are chosen,
   * for this call: `{ match: "all", conflict: "keep-both" }` gives everything the dictionary knows.
   */
  match(words: readonly string[], options?: SelectionOptions): Match[] {
    if (!this.#closed) this.close();
    const selection = options === undefined ? this.#selection : this.#selectionFor(options);
    this.#index.open(words);
    this.#severalLabels = false;
    let matches: Match[];
    if (selection.match === "longest" && !selection.perType) {
      matches = this.#longest(words.length, selection);
      // These never overlap: most sentences have nothing left to settle.
      if (!this.#severalLabels && !selection.mergeAdjacent) return matches;
    } else {
      matches = this.#all(words.length, selection);
      if (selection.match === "longest") {
        matches = this.#labels.flatMap((label) =>
          leftmostLongest(
            matches.filter((match) => match.label === label),
            selection.skipAfterMatch,
          ),
        );
      }
    }
    matches = settleConflicts(matches, selection.conflict, this.#rank);
    if (selection.mergeAdjacent) matches = mergeTouching(matches);
    return inReadingOrder(matches, this.#rank);
  }

  /** The phrases with several labels: how many there are, and the first of them. */
  ambiguous(keep = 20): { readonly count: number; readonly first: readonly AmbiguousPhrase[] } {
    const first: AmbiguousPhrase[] = [];
    let count = 0;
    this.#index.shared((entries) => {
      const labelled = entries.filter((entry) => this.#index.label(entry) !== STOP);
      const labels = [...new Set(labelled.map((entry) => this.label(entry)))];
      if (labels.length < 2) return;
      count++;
      if (first.length < keep) first.push({ phrase: this.phrase(entryAt(labelled, 0)), labels });
    });
    return { count, first };
  }

  // Callers pass the same options for every sentence; they are checked once.
  #selectionFor(options: SelectionOptions): Selection {
    if (options !== this.#lastOptions || this.#lastSelection === undefined) {
      checkMatchOptions(options);
      this.#lastOptions = options;
      this.#lastSelection = select(this.#selection, options);
    }
    return this.#lastSelection;
  }

  #longest(words: number, { minTokens, maxTokens, skipAfterMatch }: Selection): Match[] {
    const index = this.#index;
    const matches: Match[] = [];
    let start = 0;
    while (start < words) {
      let next = start + 1;
      for (let which = index.candidates(start) - 1; which >= 0; which--) {
        const end = index.candidateEnd(which);
        if (end - start < minTokens) break;
        if (end - start > maxTokens || index.resolve(which, start) === 0) continue;
        if (!this.#push(matches, start, end)) continue;
        next = end + skipAfterMatch;
        break;
      }
      start = next;
    }
    return matches;
  }

  #all(words: number, { minTokens, maxTokens }: Selection): Match[] {
    const index = this.#index;
    const matches: Match[] = [];
    for (let start = 0; start < words; start++) {
      for (let which = index.candidates(start) - 1; which >= 0; which--) {
        const end = index.candidateEnd(which);
        if (end - start < minTokens) break;
        if (end - start > maxTokens || index.resolve(which, start) === 0) continue;
        this.#push(matches, start, end);
      }
    }
    return matches;
  }

  // Adds the entries found for a span, unless one of them is on the stop list.
  #push(matches: Match[], start: number, end: number): boolean {
    const { found, foundLabels } = this.#index;
    if (foundLabels.includes(STOP)) return false;
    if (found.length > 1) this.#severalLabels = true;
    for (const entry of found) matches.push({ start, end, label: this.label(entry), entry });
    return true;
  }
}

/** Builds a dictionary from phrases and their labels; empty and repeated ones are skipped. */
export function buildDictionary(
  entries: Iterable<readonly [phrase: string, label: string]>,
  options: MatchOptions = {},
): Dictionary {
  const dictionary = new Dictionary(options);
  for (const [phrase, label] of entries) dictionary.add(phrase, label);
  return dictionary.close();
}

function select(base: Selection, options: SelectionOptions): Selection {
  return {
    match: options.match ?? base.match,
    conflict: options.conflict ?? base.conflict,
    minTokens: options.minTokens ?? base.minTokens,
    maxTokens: options.maxTokens ?? base.maxTokens,
    perType: options.perType ?? base.perType,
    skipAfterMatch: options.skipAfterMatch ?? base.skipAfterMatch,
    mergeAdjacent: options.mergeAdjacent ?? base.mergeAdjacent,
  };
}

// `String.trim`, and the two blanks it does not know: NEL and the blank without width.
function trim(phrase: string): string {
  const trimmed = phrase.trim();
  const edges = [trimmed.charCodeAt(0), trimmed.charCodeAt(trimmed.length - 1)];
  if (!edges.includes(0x85) && !edges.includes(0x200b)) return trimmed;
  return trimmed.replace(/^[\s\u0085\u200b]+|[\s\u0085\u200b]+$/g, "");
}

function characters(phrase: string): number {
  let count = 0;
  for (const character of phrase) if (!/\s/.test(character)) count++;
  return count;
}
