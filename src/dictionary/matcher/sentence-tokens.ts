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
    for (let i = 0; i < words.length; i++) {
      first[i] = cutter.count;
      cutter.cut(words[i]!, false);
    }
    first[words.length] = cutter.count;
    if (cutter.count > this.wordEnd.length) this.wordEnd = new Int32Array(cutter.count * 2);
    this.wordEnd.fill(0, 0, cutter.count);
    for (let i = 0; i < words.length; i++) {
      if (first[i + 1]! > first[i]!) this.wordEnd[first[i + 1]! - 1] = i + 1;
    }
  }
}
