import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { UserError } from "../../errors.ts";
import { checkInputFile, shownPath } from "../input-path.ts";
import { ReadLog } from "../read-log.ts";
import { compressionIn, compressionOf, decompress } from "./compression.ts";
import { peek } from "./peek.ts";
import { utf8FromUtf16, utf16In } from "./utf16.ts";

const CHUNK = 1 << 18;

/**
 * Streams the bytes of a text file, or of standard input for `-`: decompressed if it is gzip or zstd (told from how it
 * begins), as UTF-8 if it is UTF-16. `onBytes` gets the size of each chunk as it is on disk, for progress.
 */
export async function* readBytes(
  path: string,
  log: ReadLog,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  yield* plainBytes(measured(await open(path), onBytes), path, log);
}

/** The first `length` bytes of what `readBytes` gives. What standard input gave stays there to be read. */
export async function readStart(path: string, length: number): Promise<Buffer> {
  const chunks = path === "-" ? one(await peekStdin()) : await open(path);
  const parts: Buffer[] = [];
  let found = 0;
  for await (const chunk of plainBytes(chunks, path, new ReadLog(), path === "-")) {
    parts.push(chunk);
    found += chunk.length;
    if (found >= length) break;
  }
  return Buffer.concat(parts).subarray(0, length);
}

async function* plainBytes(
  chunks: AsyncIterable<Buffer>,
  path: string,
  log: ReadLog,
  cut = false,
): AsyncGenerator<Buffer> {
  const file = shownPath(path);
  const [first, whole] = await peek(chunks, (start) => start.length >= 4);
  const compression = compressionIn(first);
  if (compression === undefined && compressionOf(path) !== undefined && first.length > 0) {
    log.assume(`${basename(path)}: not compressed, in spite of its name; read as it is`);
  }
  const stored = compression === undefined ? whole : decompress(whole, compression, file, cut);
  const [start, text] = await peek(stored, (found) => found.length >= 4);
  if (start.length >= 4 && (start.readUInt32BE(0) === 0xfffe0000 || start.readUInt32BE(0) === 0xfeff)) {
    throw new UserError(`cannot read "${file}": it is UTF-32`, { hint: "save it as UTF-8" });
  }
  const utf16 = utf16In(start);
  if (utf16 === undefined) {
    yield* text;
    return;
  }
  if (!utf16.marked) log.assume(`${basename(file)}: read as UTF-16, ${utf16.order} (told from its NULs)`);
  yield* utf8FromUtf16(text, utf16.order);
}

async function open(path: string): Promise<AsyncIterable<Buffer>> {
  if (path === "-") return process.stdin as AsyncIterable<Buffer>;
  await checkInputFile(path);
  return createReadStream(path, { highWaterMark: CHUNK });
}

async function* measured(
  chunks: AsyncIterable<Buffer>,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}

/** The first chunk of standard input, which is put back. */
async function peekStdin(stdin: NodeJS.ReadStream = process.stdin): Promise<Buffer> {
  let chunk: Buffer | null = stdin.read();
  while (chunk === null && !stdin.readableEnded && !stdin.closed) {
    await new Promise<void>((resolve) => {
      const done = () => {
        stdin.off("readable", done).off("end", done).off("close", done);
        resolve();
      };
      stdin.on("readable", done).on("end", done).on("close", done);
    });
    chunk = stdin.read();
  }
  if (chunk === null) return Buffer.alloc(0);
  stdin.unshift(chunk);
  return chunk;
}

async function* one(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}
