import type { TokenCutter } from "./token-cutter.ts";

/** The tokens of one sentence at a time. A word is an item of the sentence; its tokens are the pieces that are compared. */
export class SentenceTokens {
  /** The first token of each word; one more item at the end. */
  first = new Int32Array(257);
  /** For the last token of each word, the word's end (its index + 1); 0 for other tokens. */
  wordEnd = new Int32Array(256);
  readonly #cutter: TokenCutter;

  constructor(cutter: TokenCutter) {
    this.#cutter = cutter;
  }

  /** Splits a sentence; its tokens are then in the cutter. A word of blanks may have none. */
  open(words: readonly string[]): void {
    const cutter = this.#cutter;
    cutter.reset();
    if (words.length >= this.first.length) this.first = new Int32Array(words.length * 2);
    const first = this.first;
    for (const [i, word] of words.entries()) {
      first[i] = cutter.count;
      cutter.cut(word, false);
    }
    first[words.length] = cutter.count;
    if (cutter.count > this.wordEnd.length) this.wordEnd = new Int32Array(cutter.count * 2);
    this.wordEnd.fill(0, 0, cutter.count);
    let start = 0;
    for (let i = 1; i <= words.length; i++) {
      const end = first[i]!;
      if (end > start) this.wordEnd[end - 1] = i;
      start = end;
    }
  }
}
