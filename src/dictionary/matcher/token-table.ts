import { BytePool } from "./byte-pool.ts";

/** The initial value of a hash. */
export const HASH_SEED = 0x811c_9dc5 | 0;

/** Adds one byte to a token's hash (FNV-1a). */
export function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x0100_0193);
}

/** Tokens up to this many bytes are compared within their slot. */
const SHORT = 8;

/**
 * Numbers the unique tokens of a dictionary from 1; 0 stands for every token that is not in it.
 *
 * Open addressing. A slot is four integers: the hash, the id with the length, and the first eight bytes. So looking
 * up a short token, known or not, usually costs one memory access, which dominates the time.
 */
export class TokenTable {
  readonly #tokens = new BytePool();
  readonly #hashMask: number;
  /** Slot `s` begins at `4s`; the second integer is `16 · id + min(length, 9)`, 0 if the slot is free. */
  #slots = new Int32Array(4 << 10);

  /** `hashMask` exists for tests: a mask of few bits makes nearly all tokens collide. */
  constructor(hashMask = -1) {
    this.#hashMask = hashMask;
    this.#tokens.add(new Uint8Array(0), 0);
  }

  /** How many numbers are in use, the 0 included. */
  get size(): number {
    return this.#tokens.size;
  }

  /** The number of a token given as bytes and the hash of them, or 0. */
  find(bytes: Uint8Array, length: number, rawHash: number): number {
    const hash = mix(rawHash) & this.#hashMask;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const lengthCode = length > SHORT ? SHORT + 1 : length;
    const low = packed(bytes, 0, length);
    const high = packed(bytes, 4, length);
    for (let at = (hash << 2) & mask; ; at = (at + 4) & mask) {
      const meta = slots[at + 1]!;
      if (meta === 0) return 0;
      if (slots[at] !== hash || (meta & 15) !== lengthCode) continue;
      if (slots[at + 2] !== low || slots[at + 3] !== high) continue;
      const id = meta >>> 4;
      if (length <= SHORT || this.#tokens.equals(id, bytes, length)) return id;
    }
  }

  /** Like `find`, but gives an unknown token the next number. */
  intern(bytes: Uint8Array, length: number, rawHash: number): number {
    const found = this.find(bytes, length, rawHash);
    if (found !== 0) return found;
    if (this.size * 6 > this.#slots.length) this.#grow();
    const id = this.#tokens.add(bytes, length);
    if (id >= 1 << 27) throw new RangeError("a dictionary holds at most 2²⁷ different words");
    const at = freeSlot(this.#slots, mix(rawHash) & this.#hashMask);
    this.#slots[at] = mix(rawHash) & this.#hashMask;
    this.#slots[at + 1] = (id << 4) | Math.min(length, SHORT + 1);
    this.#slots[at + 2] = packed(bytes, 0, length);
    this.#slots[at + 3] = packed(bytes, 4, length);
    return id;
  }

  trim(): void {
    this.#tokens.trim();
  }

  #grow(): void {
    const old = this.#slots;
    const larger = new Int32Array(old.length * 2);
    for (let from = 0; from < old.length; from += 4) {
      if (old[from + 1] === 0) continue;
      const to = freeSlot(larger, old[from]!);
      for (let i = 0; i < 4; i++) larger[to + i] = old[from + i]!;
    }
    this.#slots = larger;
  }
}

function freeSlot(slots: Int32Array, hash: number): number {
  const mask = slots.length - 1;
  let at = (hash << 2) & mask;
  while (slots[at + 1] !== 0) at = (at + 4) & mask;
  return at;
}

// Up to four bytes from `from` on, as one integer.
function packed(bytes: Uint8Array, from: number, length: number): number {
  let word = 0;
  const end = Math.min(length, from + 4);
  for (let i = from; i < end; i++) word = (word << 8) | bytes[i]!;
  return word;
}

// FNV leaves the low bits of short strings alike; this spreads them.
function mix(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return folded ^ (folded >>> 13);
}
