import { UserError } from "../errors.ts";
import { readBytes } from "./bytes/read-bytes.ts";
import { shownPath } from "./input-path.ts";
import type { ReadLog } from "./read-log.ts";
import { BAD_UTF8, decodeLossy, decodeUtf8 } from "./utf8.ts";

/** Some consecutive lines of a file; `first` is the number (from 1) of the first of them. */
export interface LineBatch {
  readonly first: number;
  readonly lines: readonly string[];
}

/** The longest line that is read, in bytes: a text of more than 536,870,888 characters cannot be held. */
export const LONGEST_LINE = 500_000_000;

const LF = 10;
const CR = 13;

/**
 * Reads a file (or standard input, for `-`) line by line, in batches; gzip, zstd and UTF-16 are
 * undone on the way (`readBytes`). `onBytes` gets the size of each chunk, for progress.
 */
export function readLines(
  path: string,
  log: ReadLog,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<LineBatch> {
  return linesOf(readBytes(path, log, onBytes), shownPath(path), log);
}

/**
 * Splits bytes into lines. Lines end with LF, CRLF or CR and nothing else, so U+2028 and NEL stay
 * inside them. A byte-order mark is not part of the first line. Bytes that are not UTF-8 become
 * U+FFFD, and the line is logged. A line that is too long is an error before all of it is in memory.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  file: string,
  log: ReadLog,
): AsyncGenerator<LineBatch> {
  let pending: Buffer[] = [];
  let length = 0;
  let number = 0;

  // A CR that ends a chunk is a line's end; an LF that then begins the next chunk belongs to it.
  let skipLf = false;

  for await (const chunk of chunks) {
    const first = number + 1;
    let from = 0;
    if (skipLf && chunk[0] === LF) from = 1;
    skipLf = false;
    const lastEnd = Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR));
    if (lastEnd < from) {
      if (from < chunk.length) pending.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > LONGEST_LINE) throw tooLong(`${file}:${first}: the line`);
      continue;
    }
    skipLf = chunk[chunk.length - 1] === CR;
    pending.push(chunk.subarray(from, lastEnd + 1));
    const block = pending.length === 1 ? pending[0]! : Buffer.concat(pending);
    pending = lastEnd + 1 < chunk.length ? [chunk.subarray(lastEnd + 1)] : [];
    length = chunk.length - lastEnd - 1;
    const lines = splitBlock(block, first);
    number += lines.length;
    if (lines.length > 0) yield { first, lines };
  }
  if (pending.length > 0) {
    const first = number + 1;
    yield { first, lines: splitBlock(Buffer.concat(pending), first) };
  }

  function splitBlock(block: Buffer, first: number): string[] {
    const text = decodeUtf8(block);
    return withoutMark(text === undefined ? splitBytes(block, first) : splitText(text), first);
  }

  // Slow, for a block with bad bytes somewhere: finds the lines they are on.
  function splitBytes(block: Buffer, first: number): string[] {
    const lines: string[] = [];
    let from = 0;
    while (from < block.length) {
      let end = from;
      while (end < block.length && block[end] !== LF && block[end] !== CR) end++;
      const bytes = block.subarray(from, end);
      const text = decodeUtf8(bytes);
      if (text === undefined) {
        log.repair({ file, line: first + lines.length }, BAD_UTF8, `${bytes.length} bytes in the line`);
      }
      lines.push(text ?? decodeLossy(bytes));
      from = block[end] === CR && block[end + 1] === LF ? end + 2 : end + 1;
    }
    return lines;
  }
}

/** The error for a line, or another piece of a file, that is longer than what is read. */
export function tooLong(what: string): UserError {
  return new UserError(
    `${what} is longer than ${LONGEST_LINE / 1e6} MB, the most that is read in one piece`,
    {
      hint: "is this a text file, with one record or sentence a line?",
    },
  );
}

function splitText(text: string): string[] {
  const lines = text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
  if (lines[lines.length - 1] === "" && /[\r\n]$/.test(text)) lines.pop();
  return lines;
}

function withoutMark(lines: string[], first: number): string[] {
  if (first === 1 && lines[0]?.startsWith("\uFEFF")) lines[0] = lines[0].slice(1);
  return lines;
}
