import { hashString } from "./hash-string.ts";
import { type SpellingColumn, spellingOf, tellsIdentity, type WordInPlace } from "./spelling-column.ts";

/** The table rows of a word. The same word gives the same object while it is cached. */
export interface WordRows {
  /** `[hashes, columns]` */
  readonly columns: Int32Array;
  readonly ngrams: Int32Array;
  /** The same word with its identity hidden, for word dropout. */
  readonly hidden: WordRows;
}

interface WordRowsOptions {
  readonly columns: readonly SpellingColumn[];
  /** Rows that are summed for each spelling: two words rarely share both of two rows. */
  readonly hashes: number;
  readonly ngrams?: { readonly size: number; readonly most: number; readonly rows: number } | undefined;
}

/** Cached words before the cache is cleared: some hundred bytes each. */
const MOST_REMEMBERED = 200_000;

/** Row 0 of each column's range stands for a hidden word; spellings are hashed into the others. */
const HIDDEN = 0;

/** Finds the rows of words. Columns and n-grams share one table, each with a range of its own, so that one look-up serves all. */
export function wordRows({ columns, hashes, ngrams }: WordRowsOptions): {
  readonly tableRows: number;
  find(place: WordInPlace): WordRows;
} {
  let tableRows = 0;
  const ranges = columns.map((column) => {
    const start = tableRows;
    tableRows += column.rows;
    return { column, start };
  });
  const ngramStart = tableRows;
  tableRows += ngrams?.rows ?? 0;
  const seesNeighbours = columns.some(({ feature }) => feature === "left" || feature === "right");
  const known = new Map<string, WordRows>();

  const compute = (place: WordInPlace): WordRows => {
    const found = new Int32Array(hashes * columns.length);
    const hiddenRows = new Int32Array(hashes * columns.length);
    ranges.forEach(({ column, start }, c) => {
      const spelling = spellingOf(place, column);
      for (let h = 0; h < hashes; h++) {
        const at = h * columns.length + c;
        const row = start + 1 + (hashString(spelling, h) % (column.rows - 1));
        found[at] = row;
        hiddenRows[at] = tellsIdentity(column) ? start + HIDDEN : row;
      }
    });
    const ngramRows =
      ngrams === undefined
        ? new Int32Array(0)
        : Int32Array.from(
            characterNgrams(place.word, ngrams.size, ngrams.most),
            (part) => ngramStart + (hashString(part) % ngrams.rows),
          );
    const hidden: WordRows = {
      columns: hiddenRows,
      ngrams: ngramRows,
      get hidden() {
        return hidden;
      },
    };
    return { columns: found, ngrams: ngramRows, hidden };
  };

  return {
    tableRows,
    find(place) {
      const key = seesNeighbours ? `${place.before}\0${place.word}\0${place.after}` : place.word;
      let found = known.get(key);
      if (found === undefined) {
        found = compute(place);
        if (known.size >= MOST_REMEMBERED) known.clear();
        known.set(key, found);
      }
      return found;
    },
  };
}

/** Marks the ends of a word: private-use characters, so that no text has them. */
const [BEGIN, END] = ["\uE000", "\uE001"];

/**
 * The character n-grams of a word with both ends marked, e.g. for `size` 3 of "Rome": `^Ro`, `Rom`, `ome`, `me$`. If
 * there are more than `most`, those nearest the ends are kept, half at each. A word shorter than `size` is a single
 * n-gram.
 */
export function characterNgrams(word: string, size: number, most: number): string[] {
  const characters = [BEGIN, ...word, END];
  const count = Math.max(1, characters.length - size + 1);
  const ngram = (at: number) => characters.slice(at, at + size).join("");
  if (count <= most) return Array.from({ length: count }, (_, at) => ngram(at));
  const before = Math.ceil(most / 2);
  return Array.from({ length: most }, (_, at) => ngram(at < before ? at : count - most + at));
}
