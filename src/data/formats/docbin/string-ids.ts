import { symbols } from "./symbols.ts";

const M = 0xc6a4a7935bd1e995n;
const SEED = 1n;
const MASK = (1n << 64n) - 1n;

const symbolIds: ReadonlyMap<string, bigint> = new Map(symbols.map((name, i) => [name, BigInt(i + 1)]));

/** The number by which spaCy knows a string: 0 for the empty one, a small one for its own symbols, else the hash. */
export function stringId(text: string): bigint {
  if (text === "") return 0n;
  return symbolIds.get(text) ?? murmurHash64A(Buffer.from(text));
}

/** MurmurHash64A (Appleby) with spaCy's seed. */
export function murmurHash64A(bytes: Buffer): bigint {
  const whole = bytes.length & ~7;
  let hash = SEED ^ times(BigInt(bytes.length));
  for (let i = 0; i < whole; i += 8) {
    const block = times(bytes.readBigUInt64LE(i));
    hash = times(hash ^ times(block ^ (block >> 47n)));
  }
  if (whole < bytes.length) {
    let tail = 0n;
    for (let i = bytes.length - 1; i >= whole; i--) tail = (tail << 8n) | BigInt(bytes[i]!);
    hash = times(hash ^ tail);
  }
  hash = times(hash ^ (hash >> 47n));
  return hash ^ (hash >> 47n);
}

function times(value: bigint): bigint {
  return (value * M) & MASK;
}
