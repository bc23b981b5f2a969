import { UserError } from "../../../errors.ts";
import type { VectorFormat } from "./vector-format.ts";
import type { VectorSource } from "./vector-source.ts";
import type { VectorRows } from "./word-vectors.ts";

const [QUOTE, BACKSLASH, OPEN, CLOSE, BEGIN, END] = [34, 92, 91, 93, 123, 125] as const;

/** Bytes of one string or one row, at most: more means that its end is missing. */
const LONGEST = 1 << 22;

/**
 * Reads vectors from the members of a JSON object: a word and a list of numbers each. Read as it comes, so that files
 * larger than the longest string of JavaScript do no harm. Rows may have more numbers than the vector only where the file
 * says how many belong to it.
 */
export async function readJsonVectors(
  source: VectorSource,
  { dim, within }: Extract<VectorFormat, { kind: "json" }>,
  rows: VectorRows,
): Promise<void> {
  const path = source.name;
  /** How deep the object of words is, and whether it is the one that is being read. */
  const level = within === undefined ? 1 : 2;
  let isThere = within === undefined;
  let [depth, inString, isEscaped, inRow, isOver] = [0, false, false, false, false];
  let key: string | undefined;
  /** Where the string or row that is being read begins; −1 for none. Bytes before it are not needed any more. */
  let start = -1;
  let held: Buffer = Buffer.alloc(0);

  for await (const chunk of source.open()) {
    const bytes: Buffer = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (let at = held.length; at < bytes.length; at++) {
      read(bytes, at);
      if (rows.isFull) return;
    }
    held = start < 0 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(start));
    if (held.length > LONGEST) {
      throw new UserError(`"${path}" has a word or a vector of more than ${LONGEST} bytes`);
    }
    if (start >= 0) start = 0;
  }
  if (!isOver) {
    throw new UserError(`"${path}" ends after ${rows.read} vectors, in the middle of its JSON`, {
      hint: "was it cut off while it was copied?",
    });
  }
  if (rows.read === 0) throw new UserError(`"${path}" has no word vectors: no list of numbers by word`);

  function read(bytes: Buffer, at: number): void {
    const byte = bytes[at];
    if (inString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        inString = false;
        if (depth <= level && !inRow) key = textOf(bytes.toString("utf8", start, at + 1));
        if (!inRow) start = -1;
      }
      return;
    }
    switch (byte) {
      case QUOTE:
        inString = true;
        if (!inRow) start = at;
        break;
      case BEGIN:
        depth++;
        if (depth === 2 && key === within) isThere = true;
        break;
      case END:
        depth--;
        if (depth === 1 && within !== undefined) isThere = false;
        isOver = depth === 0;
        break;
      case OPEN:
        depth++;
        if (isThere && depth === level + 1) [inRow, start] = [true, at + 1];
        break;
      case CLOSE:
        depth--;
        if (inRow && depth === level) {
          take(key ?? "", bytes.toString("latin1", start, at));
          [inRow, start] = [false, -1];
        }
        break;
    }
  }

  function take(word: string, text: string): void {
    const target = rows.next(word);
    if (target === undefined) return;
    const numbers = text.split(",");
    if (numbers.length < dim || (within === undefined && numbers.length > dim)) {
      throw new UserError(
        `vector ${rows.read} of "${path}" has ${numbers.length} numbers, not ${dim} as the others`,
      );
    }
    for (let i = 0; i < dim; i++) {
      const own = numbers[i]!.trim();
      const value = own === "" ? Number.NaN : Number(own);
      if (!Number.isFinite(value)) {
        throw new UserError(`vector ${rows.read} of "${path}": "${own.slice(0, 40)}" is not a number`);
      }
      target[i] = value;
    }
  }

  function textOf(json: string): string {
    try {
      return JSON.parse(json) as string;
    } catch (cause) {
      throw new UserError(`vector ${rows.read + 1} of "${path}" has a word that is not JSON`, { cause });
    }
  }
}
