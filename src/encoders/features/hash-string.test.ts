import fc from "fast-check";
import { expect, test } from "vitest";
import { hashString } from "./hash-string.ts";

/** MurmurHash3_x86_32 written byte by byte after Austin Appleby's reference. */
function murmur3(bytes: Uint8Array, seed: number): number {
  const c1 = 0xcc9e2d51n;
  const c2 = 0x1b873593n;
  const mask = 0xffffffffn;
  const rotate = (x: bigint, by: bigint) => ((x << by) | (x >> (32n - by))) & mask;
  let h = BigInt(seed);
  const blocks = bytes.length >> 2;
  for (let i = 0; i < blocks; i++) {
    let k = 0n;
    for (let b = 3; b >= 0; b--) k = (k << 8n) | BigInt(bytes[4 * i + b]!);
    k = (rotate((k * c1) & mask, 15n) * c2) & mask;
    h = (rotate(h ^ k, 13n) * 5n + 0xe6546b64n) & mask;
  }
  let k = 0n;
  for (let i = bytes.length - 1; i >= 4 * blocks; i--) k = (k << 8n) | BigInt(bytes[i]!);
  if (bytes.length & 3) h ^= (rotate((k * c1) & mask, 15n) * c2) & mask;
  h ^= BigInt(bytes.length);
  h = ((h ^ (h >> 16n)) * 0x85ebca6bn) & mask;
  h = ((h ^ (h >> 13n)) * 0xc2b2ae35n) & mask;
  return Number(h ^ (h >> 16n));
}

test("the reference gives the published values", () => {
  const text = (s: string) => new TextEncoder().encode(s);
  expect(murmur3(text(""), 0)).toBe(0);
  expect(murmur3(text(""), 1)).toBe(0x514e28b7);
  expect(murmur3(text("hello"), 0)).toBe(0x248bfa47);
  expect(murmur3(text("hello, world"), 0)).toBe(0x149bbb7f);
  expect(murmur3(text("The quick brown fox jumps over the lazy dog"), 0)).toBe(0x2e4ff723);
});

test("two code units make the four bytes of one block", () => {
  // "\u6568\u6c6c" in UTF-16 is the bytes of "hell": 68 65 6c 6c.
  expect(hashString("\u6568\u6c6c")).toBe(murmur3(new TextEncoder().encode("hell"), 0));
  expect(hashString("")).toBe(0);
  expect(hashString("", 1)).toBe(0x514e28b7);
});

test("any string and seed: as the reference over UTF-16 bytes", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { maxLength: 20 }), fc.nat(0xffff_ffff), (units, seed) => {
      const text = String.fromCharCode(...units);
      expect(hashString(text, seed)).toBe(murmur3(Buffer.from(text, "utf16le"), seed));
    }),
  );
});
