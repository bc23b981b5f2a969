import { pipeline, Readable, type Transform } from "node:stream";
import * as zlib from "node:zlib";
import { UserError } from "../../errors.ts";
import { unzstd } from "./unzstd.ts";

type Compression = "gzip" | "zstd";

const endings: readonly (readonly [RegExp, Compression])[] = [
  [/\.gz$/i, "gzip"],
  [/\.zst$/i, "zstd"],
];

/** The compression that a file's name tells. */
export function compressionOf(path: string): Compression | undefined {
  return endings.find(([ending]) => ending.test(path))?.[1];
}

/** A path without the ending of its compression: `a.jsonl.gz` → `a.jsonl`. */
export function withoutCompression(path: string): string {
  return path.replace(/\.(?:gz|zst)$/i, "");
}

/** Refuses to read or write a format that is compressed already under a name that asks for more. */
export function refuseCompressed(path: string, what: string): void {
  if (compressionOf(path) === undefined) return;
  throw new UserError(`"${path}": ${what} is compressed already`, {
    hint: `only "${withoutCompression(path)}" is read and written`,
  });
}

/** The compression that the first bytes tell: gzip's and zstd's magic numbers, or a skippable frame of zstd's. */
export function compressionIn(start: Buffer): Compression | undefined {
  if (start.length < 4) return undefined;
  if (start[0] === 0x1f && start[1] === 0x8b && start[2] === 8) return "gzip";
  const magic = start.readUInt32LE(0);
  return magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50 ? "zstd" : undefined;
}

/**
 * Decompresses a stream piece by piece, however much comes out of a piece, so that memory stays flat.
 *
 * @param cut whether the stream is only the beginning of one, whose end is no error
 */
export async function* decompress(
  chunks: AsyncIterable<Buffer>,
  compression: Compression,
  file: string,
  cut = false,
): AsyncGenerator<Buffer> {
  try {
    if (compression === "zstd") yield* unzstd(chunks, cut);
    else yield* gunzip(chunks, cut);
  } catch (cause) {
    if (cause instanceof UserError || !(cause instanceof Error) || !isBroken(cause)) throw cause;
    throw new UserError(`cannot read "${file}": its ${compression} data is broken: ${cause.message}`, {
      cause,
    });
  }
}

async function* gunzip(chunks: AsyncIterable<Buffer>, cut: boolean): AsyncGenerator<Buffer> {
  const source = Readable.from(chunks, { objectMode: false });
  const options = cut ? { finishFlush: zlib.constants.Z_SYNC_FLUSH } : {};
  const plain = pipeline(source, zlib.createGunzip({ chunkSize: 1 << 17, ...options }), () => {
    // Errors reach the reader below.
  });
  yield* plain as AsyncIterable<Buffer>;
}

/** Errors of zlib have such codes; those of fzstd are numbered. */
function isBroken(error: Error): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "number" || (typeof code === "string" && code.startsWith("Z_"));
}

/** A stream that compresses what is written into it. */
export function compressor(compression: Compression, path: string): Transform {
  if (compression === "gzip") return zlib.createGzip();
  // Since Node 22.15; the types are those of Node 20.
  const { createZstdCompress } = zlib as { createZstdCompress?: () => Transform };
  if (createZstdCompress !== undefined) return createZstdCompress();
  throw new UserError(`cannot write "${path}": Node ${process.versions.node} cannot compress to zstd`, {
    hint: `write "${withoutCompression(path)}.gz", or use Node 22.15 or later`,
  });
}
