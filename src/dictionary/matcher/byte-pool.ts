import { IntList } from "./int-list.ts";

/**
 * Many short strings as UTF-8 in one growing array, numbered from 0 in the order they were added.
 * Unpaired surrogates keep three bytes of their own, so different strings never become the same bytes.
 */
export class BytePool {
  bytes = new Uint8Array(1 << 12);
  /** String `id` is `bytes[starts[id]] … bytes[starts[id + 1] - 1]`. */
  readonly starts = new IntList();

  constructor() {
    this.starts.push(0);
  }

  get size(): number {
    return this.starts.length - 1;
  }

  /** Adds the first `length` of `bytes` as a string and returns its number. */
  add(bytes: Uint8Array, length: number): number {
    const start = this.starts.at(this.size);
    const end = start + length;
    if (end > 0x7fff_ffff) throw new RangeError("more than 2 GB of phrases do not fit into a dictionary");
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, Math.ceil(this.bytes.length * 1.5)));
      larger.set(this.bytes.subarray(0, start));
      this.bytes = larger;
    }
    for (let i = 0; i < length; i++) this.bytes[start + i] = bytes[i]!;
    this.starts.push(end);
    return this.size - 1;
  }

  equals(id: number, bytes: Uint8Array, length: number): boolean {
    const start = this.starts.at(id);
    if (this.starts.at(id + 1) - start !== length) return false;
    const pool = this.bytes;
    for (let i = 0; i < length; i++) if (pool[start + i] !== bytes[i]) return false;
    return true;
  }

  text(id: number): string {
    const bytes = this.bytes.subarray(this.starts.at(id), this.starts.at(id + 1));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  /** Frees spare memory. */
  trim(): void {
    this.bytes = this.bytes.slice(0, this.starts.at(this.size));
    this.starts.trim();
  }
}

/** Writes one code point (also an unpaired surrogate) as UTF-8 at `at` and returns where the next one goes. */
export function writeCodePoint(bytes: Uint8Array, at: number, codePoint: number): number {
  let next = at;
  if (codePoint < 0x80) {
    bytes[next++] = codePoint;
  } else if (codePoint < 0x800) {
    bytes[next++] = 0xc0 | (codePoint >> 6);
    bytes[next++] = 0x80 | (codePoint & 63);
  } else {
    if (codePoint < 0x1_0000) {
      bytes[next++] = 0xe0 | (codePoint >> 12);
    } else {
      bytes[next++] = 0xf0 | (codePoint >> 18);
      bytes[next++] = 0x80 | ((codePoint >> 12) & 63);
    }
    bytes[next++] = 0x80 | ((codePoint >> 6) & 63);
    bytes[next++] = 0x80 | (codePoint & 63);
  }
  return next;
}
