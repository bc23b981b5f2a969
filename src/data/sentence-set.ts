import { createHash } from "node:crypto";
import type { Sentence } from "./sentence.ts";

type Words = Pick<Sentence, "tokens">;

/**
 * Sentences known by their text alone, 8 bytes each: what a model was trained on, without the text itself. Neither labels nor
 * where words are cut make a difference. Two sentences of different text pass for the same once in 10¹⁹ pairs.
 */
export class SentenceSet {
  /** Ascending. */
  readonly #hashes: BigUint64Array;

  private constructor(hashes: BigUint64Array) {
    this.#hashes = hashes;
  }

  static of(sentences: readonly Words[]): SentenceSet {
    return new SentenceSet(BigUint64Array.from(new Set(sentences.map(hashOf))).sort());
  }

  /** What `toBytes` wrote; undefined where it is something else. */
  static fromBytes(bytes: Uint8Array): SentenceSet | undefined {
    if (bytes.length % 8 !== 0) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const hashes = BigUint64Array.from({ length: bytes.length / 8 }, (_, i) =>
      view.getBigUint64(8 * i, true),
    );
    return hashes.every((hash, i) => i === 0 || hashes[i - 1]! < hash) ? new SentenceSet(hashes) : undefined;
  }

  /** Little-endian numbers of 64 bits, ascending. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(8 * this.#hashes.length);
    const view = new DataView(bytes.buffer);
    this.#hashes.forEach((hash, i) => {
      view.setBigUint64(8 * i, hash, true);
    });
    return bytes;
  }

  /** How many different sentences there are. */
  get size(): number {
    return this.#hashes.length;
  }

  has(sentence: Words): boolean {
    const hash = hashOf(sentence);
    let [low, high] = [0, this.#hashes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#hashes[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    return this.#hashes[low] === hash;
  }

  /** How many of these sentences it holds. */
  countOf(sentences: readonly Words[]): number {
    return sentences.reduce((count, sentence) => count + (this.has(sentence) ? 1 : 0), 0);
  }
}

function hashOf({ tokens }: Words): bigint {
  return createHash("sha256").update(tokens.join("").normalize("NFC")).digest().readBigUInt64LE();
}
