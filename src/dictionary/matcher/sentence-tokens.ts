import type { AtomCutter } from "./token-cutter.ts";

/** The atoms of one sentence at a time, and how they lie in its tokens. */
export class TokenAtoms {
  /** The first atom of each token; one more item at the end. */
  first = new Int32Array(257);
  /** For the last atom of each token, the token's end (its index + 1); 0 for other atoms. */
  tokenEnd = new Int32Array(256);
  readonly #cutter: AtomCutter;

  constructor(cutter: AtomCutter) {
    this.#cutter = cutter;
  }

  /** Cuts a sentence; its atoms are then in the cutter. A token of blanks may have none. */
  open(tokens: readonly string[]): void {
    const cutter = this.#cutter;
    cutter.reset();
    if (tokens.length >= this.first.length) this.first = new Int32Array(tokens.length * 2);
    const first = this.first;
    for (let i = 0; i < tokens.length; i++) {
      first[i] = cutter.count;
      cutter.cut(tokens[i]!, false);
    }
    first[tokens.length] = cutter.count;
    if (cutter.count > this.tokenEnd.length) this.tokenEnd = new Int32Array(cutter.count * 2);
    this.tokenEnd.fill(0, 0, cutter.count);
    for (let i = 0; i < tokens.length; i++) {
      if (first[i + 1]! > first[i]!) this.tokenEnd[first[i + 1]! - 1] = i + 1;
    }
  }
}
