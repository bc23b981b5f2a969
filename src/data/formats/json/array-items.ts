import { LONGEST_LINE } from "../../read-lines.ts";

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const;
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** The bytes of one item of a JSON array; `whole` is false for what remains if the array breaks off or is followed by something. */
export interface JsonArrayItem {
  readonly bytes: Buffer;
  readonly whole: boolean;
}

/**
 * Splits a top-level JSON array into the bytes of its items as they arrive, so that an
 * export of any size is read one item at a time. It looks at strings and brackets only; the caller
 * must check that an item is valid JSON. Items come in batches, one per chunk.
 *
 * @param onLong called with the number (from 1) of an item that is too long, before all of it is in memory
 */
export async function* jsonArrayItems(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  onLong: (item: number) => void = () => {},
): AsyncGenerator<readonly JsonArrayItem[]> {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let ended = false;
  let parts: Buffer[] = [];
  let [given, pending] = [0, 0];

  for await (const chunk of chunks) {
    const items: JsonArrayItem[] = [];
    let from = 0;
    for (let i = 0; i < chunk.length && !ended; i++) {
      const byte = chunk[i]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) {
        inString = true;
      } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
        depth++;
        // The bracket of the array itself: items begin after it.
        if (depth === 1) from = i + 1;
      } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE || (byte === COMMA && depth === 1)) {
        if (byte !== COMMA) depth--;
        if (depth > 1 || (depth === 1 && byte !== COMMA)) continue;
        parts.push(chunk.subarray(from, i));
        const bytes = Buffer.concat(parts);
        if (byte === COMMA || !isBlank(bytes)) items.push({ bytes, whole: true });
        parts = [];
        from = i + 1;
        ended = depth === 0;
      }
    }
    given += items.length;
    pending = (items.length > 0 ? 0 : pending) + chunk.length - from;
    if (pending > LONGEST_LINE) onLong(given + 1);
    if (from < chunk.length) parts.push(Buffer.from(chunk.subarray(from)));
    if (items.length > 0) yield items;
    // After the end only a little is kept: enough to say that something is there.
    if (ended && parts.length > 0) {
      const rest = Buffer.concat(parts);
      parts = isBlank(rest) ? [] : [rest.subarray(0, 100)];
      pending = 0;
    }
  }
  const rest = Buffer.concat(parts);
  if (!ended || !isBlank(rest)) yield [{ bytes: rest, whole: false }];
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
