import { ReadLog, readLines } from "../data/index.ts";
import { UserError } from "../errors.ts";

/** A plain word list as it was read. */
export interface ListedWords {
  readonly words: readonly string[];
  /** How frequent each word is; undefined where the list does not say. */
  readonly frequencies: Float64Array | undefined;
}

/**
 * Reads a plain list of words: one per line, or `word frequency`, separated by blanks or a tab; what follows the
 * frequency (jieba's lists have a part of speech there) is left out. Of a word that is listed twice, the first line
 * counts.
 */
export async function loadWordList(path: string, log: ReadLog = new ReadLog()): Promise<ListedWords> {
  const words: string[] = [];
  const frequencies: number[] = [];
  const known = new Set<string>();
  let hasFrequencies: boolean | undefined;
  for await (const { first, lines } of readLines(path, log)) {
    for (const [i, line] of lines.entries()) {
      const [word = "", frequency, ...others] = line.trim().split(line.includes("\t") ? "\t" : /\s+/);
      if (word === "") continue;
      const wrong = (what: string) =>
        new UserError(`"${path}", line ${first + i}: ${what}`, {
          hint: "a lexicon has one word per line, or a word and its frequency",
        });
      if (word.includes("\0")) throw wrong("this is not text");
      if (others.length > 1) throw wrong(`${others.length + 2} columns are too many`);
      const own = frequency !== undefined;
      hasFrequencies ??= own;
      if (own !== hasFrequencies)
        throw wrong(own ? "this word has a frequency, earlier ones have none" : "this word has no frequency");
      const value = Number(frequency);
      if (own && !(value >= 0 && Number.isFinite(value)))
        throw wrong(`the frequency of "${word}" is "${frequency}", which is not a number`);
      if (known.has(word)) {
        log.drop({ file: path, line: first + i }, "word listed twice", `"${word}"`);
        continue;
      }
      known.add(word);
      words.push(word);
      if (own) frequencies.push(value);
    }
  }
  if (words.length === 0) {
    throw new UserError(`the lexicon "${path}" has no words`, {
      hint: "give a file with one word per line, or a word and its frequency",
    });
  }
  return { words, frequencies: hasFrequencies === true ? Float64Array.from(frequencies) : undefined };
}
