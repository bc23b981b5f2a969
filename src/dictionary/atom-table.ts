import { BytePool } from "./byte-pool.ts";

/** Where every atom's hash begins. */
export const HASH_SEED = 0x811c_9dc5 | 0;

/** Takes one more byte into an atom's hash (FNV-1a). */
export function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x0100_0193);
}

/**
 * Numbers the distinct atoms of a dictionary from 1; 0 stands for every atom that is not in it.
 * Open addressing over pairs (hash, id), so that an unknown atom usually costs one look into memory.
 */
export class AtomTable {
  readonly #atoms = new BytePool();
  readonly #hashMask: number;
  /** Slot `s` is `[2s]` the full hash and `[2s + 1]` the id, 0 if the slot is free. */
  #slots = new Int32Array(2 << 10);

  /** `hashMask` exists for tests: a mask of few bits makes nearly all atoms collide. */
  constructor(hashMask = -1) {
    this.#hashMask = hashMask;
    this.#atoms.add(new Uint8Array(0), 0);
  }

  /** How many numbers are in use, the 0 included. */
  get size(): number {
    return this.#atoms.size;
  }

  /** The number of an atom given as bytes and the hash of them, or 0. */
  find(bytes: Uint8Array, length: number, rawHash: number): number {
    const hash = mix(rawHash) & this.#hashMask;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
      const id = slots[at + 1]!;
      if (id === 0) return 0;
      if (slots[at] === hash && this.#atoms.equals(id, bytes, length)) return id;
    }
  }

  /** Like `find`, but gives an unknown atom the next number. */
  intern(bytes: Uint8Array, length: number, rawHash: number): number {
    const found = this.find(bytes, length, rawHash);
    if (found !== 0) return found;
    if (this.size * 4 > this.#slots.length) this.#grow();
    const id = this.#atoms.add(bytes, length);
    place(this.#slots, mix(rawHash) & this.#hashMask, id);
    return id;
  }

  trim(): void {
    this.#atoms.trim();
  }

  #grow(): void {
    const old = this.#slots;
    const larger = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) place(larger, old[at]!, old[at + 1]!);
    }
    this.#slots = larger;
  }
}

function place(slots: Int32Array, hash: number, id: number): void {
  const mask = slots.length - 1;
  let at = (hash << 1) & mask;
  while (slots[at + 1] !== 0) at = (at + 2) & mask;
  slots[at] = hash;
  slots[at + 1] = id;
}

// FNV leaves the low bits of short strings alike; this spreads them.
function mix(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return folded ^ (folded >>> 13);
}
