import { PhraseTrie } from "./matcher/phrase-trie.ts";

/** A word of a list in a sentence: tokens `start` … `end` − 1, and its place in the list. */
export interface FoundWord {
  readonly start: number;
  readonly end: number;
  readonly word: number;
}

/**
 * The words of a lexicon, each once, and where they stand in a text. Words are compared character by character as they
 * are; a word counts where it begins and ends with a token.
 */
export class WordList {
  readonly words: readonly string[];
  readonly #trie = new PhraseTrie();

  constructor(words: readonly string[]) {
    this.words = words;
    let codes = new Int32Array(64);
    words.forEach((word, place) => {
      if (word.length > codes.length) codes = new Int32Array(2 * word.length);
      let length = 0;
      for (const character of word) codes[length++] = character.codePointAt(0)!;
      if (length === 0) throw new Error("a word without characters");
      const node = this.#trie.insert(codes, 0, length);
      if (this.#trie.hasValue(node)) throw new Error(`"${word}" is twice in a list of words`);
      this.#trie.setValue(node, place + 1);
    });
    this.#trie.close();
  }

  /** Every word of the list that tokens of the sentence form, by its start, then by its end. */
  find(tokens: readonly string[]): FoundWord[] {
    const codes: number[] = [];
    /** For each character, the token that ends with it, else −1. */
    const ends: number[] = [];
    const starts: number[] = [];
    tokens.forEach((token, i) => {
      starts.push(codes.length);
      for (const character of token) {
        codes.push(character.codePointAt(0)!);
        ends.push(-1);
      }
      if (ends.length > starts[i]!) ends[ends.length - 1] = i;
    });
    const found: FoundWord[] = [];
    const trie = this.#trie;
    starts.forEach((from, start) => {
      // A token without characters is no part of a word.
      if (from === (starts[start + 1] ?? codes.length)) return;
      let node = trie.first(codes[from]!) >>> 2;
      for (let at = from; node !== 0; ) {
        const last = ends[at]!;
        if (last >= 0 && trie.hasValue(node))
          found.push({ start, end: last + 1, word: trie.value(node) - 1 });
        if (++at >= codes.length || !trie.hasChildren(node)) break;
        node = trie.next(node, codes[at]!);
      }
    });
    return found;
  }
}
