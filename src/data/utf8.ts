/** The notice for a text that was not UTF-8. */
export const BAD_UTF8 = "bytes that are not UTF-8 replaced by U+FFFD";

// A byte-order mark is kept: offsets may count it.
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text that these bytes spell; `undefined` if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** As `decodeUtf8`, with U+FFFD for what is not UTF-8. */
export function decodeLossy(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

/** Whether a text can be written as UTF-8 without loss: it has no unpaired surrogate. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
