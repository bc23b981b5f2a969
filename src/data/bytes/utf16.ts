import { isWellFormed } from "../utf8.ts";

type ByteOrder = "little-endian" | "big-endian";

/** How a text in UTF-16 shows itself: by its mark, or by the NULs of its Latin letters. */
interface Utf16 {
  readonly order: ByteOrder;
  readonly marked: boolean;
}

/** Whether bytes are the beginning of a text in UTF-16. */
export function utf16In(start: Buffer): Utf16 | undefined {
  const mark = start.length < 2 ? 0 : start.readUInt16BE(0);
  if (mark === 0xfffe) return { order: "little-endian", marked: true };
  if (mark === 0xfeff) return { order: "big-endian", marked: true };
  const sample = start.subarray(0, Math.min(start.length, 4096) & ~1);
  const order = orderOfNuls(sample);
  // What is no text in any encoding, a zip archive for example, has NULs too, and control characters.
  const isText = order !== undefined && !/(?!\s)\p{Cc}/u.test(unitsOf(sample, order));
  return isText ? { order, marked: false } : undefined;
}

/**
 * UTF-8 has no NULs. In UTF-16 every Latin letter, digit, blank and bracket has one, always on the same side; a few
 * other characters (一, U+4E00) have one on the other.
 */
function orderOfNuls(start: Buffer): ByteOrder | undefined {
  let [even, odd] = [0, 0];
  for (let i = 0; i + 1 < start.length; i += 2) {
    if (start[i] === 0) even++;
    if (start[i + 1] === 0) odd++;
  }
  const units = start.length >> 1;
  if (Math.max(even, odd) < Math.max(2, units / 20)) return undefined;
  if (odd > 9 * even) return "little-endian";
  return even > 9 * odd ? "big-endian" : undefined;
}

/**
 * Turns UTF-16 into UTF-8, chunk by chunk. An unpaired surrogate, or half a unit at the end, becomes a byte that UTF-8
 * does not have, so that whoever decodes it reports the line.
 */
export async function* utf8FromUtf16(
  chunks: AsyncIterable<Buffer>,
  order: ByteOrder,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let end = bytes.length & ~1;
    // The first half of a pair waits for the second.
    if (end >= 2 && (bytes[order === "little-endian" ? end - 1 : end - 2]! & 0xfc) === 0xd8) end -= 2;
    rest = Buffer.from(bytes.subarray(end));
    if (end > 0) yield encode(unitsOf(bytes.subarray(0, end), order));
  }
  const even = rest.length & ~1;
  if (even > 0) yield encode(unitsOf(rest.subarray(0, even), order));
  if (even < rest.length) yield Buffer.of(0xff);
}

function unitsOf(bytes: Buffer, order: ByteOrder): string {
  return (order === "little-endian" ? bytes : Buffer.from(bytes).swap16()).toString("utf16le");
}

function encode(text: string): Buffer {
  if (isWellFormed(text)) return Buffer.from(text);
  const parts: Buffer[] = [];
  for (const part of text.split(/(\p{Cs})/u)) {
    parts.push(isWellFormed(part) ? Buffer.from(part) : Buffer.of(0xff));
  }
  return Buffer.concat(parts);
}
