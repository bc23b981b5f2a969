import { UserError } from "../../../errors.ts";
import type { VectorFormat } from "./vector-format.ts";
import type { VectorSource } from "./vector-source.ts";
import type { VectorRows } from "./word-vectors.ts";

const [LF, BLANK] = [10, 32] as const;
const LONGEST_WORD = 1 << 16;

/** Reads word2vec's binary format: after the first line, a word, a blank and raw float32 numbers, repeated. */
export async function readBinaryVectors(
  source: VectorSource,
  { dim, announced, start }: Extract<VectorFormat, { kind: "binary" }>,
  rows: VectorRows,
): Promise<void> {
  const path = source.name;
  let rest: Buffer = Buffer.alloc(0);
  let skipped = 0;
  for await (const chunk of source.open()) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = Math.min(bytes.length, start - skipped);
    skipped += at;
    for (let next = take(bytes, at); next !== undefined; next = take(bytes, at)) at = next;
    if (rows.isFull) return;
    rest = bytes.subarray(at);
  }
  if (rows.read < announced) {
    throw new UserError(`"${path}" ends within vector ${rows.read + 1} of the ${announced} it announces`, {
      hint: "was it cut off while it was copied?",
    });
  }
  if (rest.toString("latin1").trim() !== "") {
    throw new UserError(`"${path}" goes on after the ${announced} vectors it announces`);
  }

  /** Reads one vector; returns where the next begins, or nothing where bytes are still missing. */
  function take(bytes: Buffer, from: number): number | undefined {
    if (rows.read === announced || rows.isFull) return undefined;
    // Some writers end a vector with a line feed, others do not.
    let wordStart = from;
    while (bytes[wordStart] === LF) wordStart++;
    const wordEnd = bytes.indexOf(BLANK, wordStart);
    if ((wordEnd < 0 ? bytes.length : wordEnd) - wordStart > LONGEST_WORD) {
      throw new UserError(`vector ${rows.read + 1} of "${path}" has no word: this is not word2vec's format`);
    }
    const end = wordEnd + 1 + 4 * dim;
    if (wordEnd < 0 || end > bytes.length) return undefined;
    const target = rows.next(bytes.toString("utf8", wordStart, wordEnd));
    if (target === undefined) return end;
    for (let i = 0; i < dim; i++) {
      const value = bytes.readFloatLE(wordEnd + 1 + 4 * i);
      if (!Number.isFinite(value)) {
        throw new UserError(`vector ${rows.read} of "${path}" has a value that is not a number`);
      }
      target[i] = value;
    }
    return end;
  }
}
