/**
 * MurmurHash3 (x86, 32 bits) of a string's UTF-16 code units, two bytes each, low byte first: the same on every
 * machine and in every version, because saved tables are indexed by it.
 */
export function hashString(text: string, seed = 0): number {
  const { length } = text;
  let hash = seed | 0;
  let at = 0;
  for (; at + 1 < length; at += 2) {
    hash ^= scrambled(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe654_6b64) | 0;
  }
  if (at < length) hash ^= scrambled(text.charCodeAt(at));
  hash ^= 2 * length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scrambled(block: number): number {
  const mixed = Math.imul(block, 0xcc9e_2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b87_3593);
}
