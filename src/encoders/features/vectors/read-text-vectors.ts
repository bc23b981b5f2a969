import { entryAt } from "../../../entries.ts";
import { UserError } from "../../../errors.ts";
import type { VectorFormat } from "./vector-format.ts";
import type { VectorSource } from "./vector-source.ts";
import type { VectorRows } from "./word-vectors.ts";

const [LF, CR, BLANK, TAB] = [10, 13, 32, 9] as const;

/** Bytes of a line, at most: the largest vectors with 25 characters a number and a long word. */
const LONGEST = 1 << 22;

/**
 * Reads vectors from lines of a word and its numbers. The word is everything before the last `dim` numbers, since
 * some files have words with blanks. Numbers are parsed only for words that are kept, but every line must have enough
 * of them.
 */
export async function readTextVectors(
  source: VectorSource,
  { dim, separator, announced }: Extract<VectorFormat, { kind: "text" }>,
  rows: VectorRows,
): Promise<void> {
  const path = source.name;
  const cut = separator === "\t" ? TAB : BLANK;
  const separators: number[] = [];
  let number = 0;
  let empty = 0;

  for await (const lines of linesOf(source)) {
    for (const line of lines) {
      number++;
      if (number === 1 && announced !== undefined) continue;
      take(number === 1 ? withoutMark(line) : line);
      if (rows.isFull) return;
    }
  }
  if (announced !== undefined && announced !== rows.read) {
    throw new UserError(`"${path}" announces ${announced} vectors in its first line but has ${rows.read}`, {
      hint: "was it cut off while it was copied?",
    });
  }

  function take(bytes: Buffer): void {
    let end = bytes.length;
    while (end > 0 && (bytes[end - 1] === BLANK || bytes[end - 1] === CR || bytes[end - 1] === TAB)) end--;
    // Empty lines may follow the last vector, but a vector may not follow an empty line.
    if (end === 0) {
      empty = number;
      return;
    }
    if (empty > 0) throw new UserError(`${path}:${empty}: an empty line between vectors`);
    separators.length = 0;
    for (let i = 0; i < end; i++) if (bytes[i] === cut) separators.push(i);
    const before = separators.length - dim;
    if (before < 0) {
      throw new UserError(
        `${path}:${number}: ${separators.length} numbers, not ${dim} as in the lines before`,
      );
    }
    const target = rows.next(bytes.toString("utf8", 0, separators[before]));
    if (target === undefined) return;
    for (let i = 0; i < dim; i++) {
      const from = entryAt(separators, before + i) + 1;
      const text = bytes.toString("latin1", from, separators[before + i + 1] ?? end);
      const value = text === "" ? Number.NaN : Number(text);
      if (!Number.isFinite(value))
        throw new UserError(`${path}:${number}: "${text.slice(0, 40)}" is not a number`);
      target[i] = value;
    }
  }
}

function withoutMark(line: Buffer): Buffer {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line;
}

/** The lines of a file, those of one chunk at a time. */
async function* linesOf(source: VectorSource): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = [];
  for await (const chunk of source.open()) {
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      const line = chunk.subarray(from, end);
      lines.push(rest.length === 0 ? line : Buffer.concat([...rest, line]));
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
    if (rest.reduce((sum, { length }) => sum + length, 0) > LONGEST) {
      throw new UserError(`"${source.name}" has a line of more than ${LONGEST} bytes`, {
        hint: "word vectors as text have one word and its numbers per line",
      });
    }
    yield lines;
  }
  if (rest.length > 0) yield [Buffer.concat(rest)];
}
