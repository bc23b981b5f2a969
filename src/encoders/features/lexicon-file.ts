import { UserError } from "../../errors.ts";

/** The words of a lexicon and how frequent each is. */
export interface SavedWords {
  readonly words: readonly string[];
  /** Above 0, for each word. */
  readonly frequencies: Float32Array;
}

/** What the file begins with. */
const MARK = "lacuna words 1\n";

/**
 * A word list in its saved form: after a mark and the number of words, all words in the order of the list, each as the
 * number of characters it shares with the one before (one byte), the rest of it in UTF-8 and a zero; then the
 * frequencies as float32. In a sorted list words share most of their characters.
 */
export function writeSavedWords({ words, frequencies }: SavedWords): Uint8Array {
  const encoder = new TextEncoder();
  const mark = encoder.encode(MARK);
  let bytes = new Uint8Array(mark.length + 4 + 16 * words.length);
  bytes.set(mark);
  new DataView(bytes.buffer).setUint32(mark.length, words.length, true);
  let at = mark.length + 4;
  const room = (needed: number) => {
    if (at + needed <= bytes.length) return;
    const larger = new Uint8Array(Math.max(at + needed, Math.ceil(1.5 * bytes.length)));
    larger.set(bytes);
    bytes = larger;
  };
  let before: readonly string[] = [];
  for (const word of words) {
    const characters = [...word];
    let shared = 0;
    while (shared < Math.min(255, before.length) && before[shared] === characters[shared]) shared++;
    const rest = encoder.encode(characters.slice(shared).join(""));
    room(rest.length + 2);
    bytes[at++] = shared;
    bytes.set(rest, at);
    at += rest.length;
    bytes[at++] = 0;
    before = characters;
  }
  room(4 * words.length);
  const view = new DataView(bytes.buffer);
  for (const frequency of frequencies) {
    view.setFloat32(at, frequency, true);
    at += 4;
  }
  return bytes.slice(0, at);
}

/** Reads a saved list back; `what` is for messages. */
export function readSavedWords(bytes: Uint8Array, what: string): SavedWords {
  const damaged = (why: string) => new UserError(`${what} is damaged: ${why}`);
  const mark = new TextEncoder().encode(MARK);
  if (bytes.length < mark.length + 4 || mark.some((byte, i) => bytes[i] !== byte))
    throw damaged("it does not begin as such a list does");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(mark.length, true);
  // A word takes three bytes at least, its frequency four.
  if (count * 7 > bytes.length) throw damaged(`it cannot hold ${count} words`);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const words: string[] = [];
  const known = new Set<string>();
  let at = mark.length + 4;
  let before: readonly string[] = [];
  for (let i = 0; i < count; i++) {
    const shared = bytes[at++] ?? 0;
    const end = bytes.indexOf(0, at);
    if (end < 0 || shared > before.length) throw damaged(`word ${i + 1} is cut short`);
    const characters = [...before.slice(0, shared), ...decoder.decode(bytes.subarray(at, end))];
    const word = characters.join("");
    if (word === "" || known.has(word)) throw damaged(`word ${i + 1} is empty or listed twice`);
    known.add(word);
    words.push(word);
    before = characters;
    at = end + 1;
  }
  if (at + 4 * count !== bytes.length) throw damaged("its frequencies are cut short");
  const frequencies = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    frequencies[i] = view.getFloat32(at + 4 * i, true);
    if (!(frequencies[i]! > 0)) throw damaged(`word ${i + 1} has no frequency`);
  }
  return { words, frequencies };
}
