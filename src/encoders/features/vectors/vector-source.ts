import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { codeOf, messageOf, UserError } from "../../../errors.ts";

/** Where the bytes of word vectors come from: a file, a compressed one, or a file within an archive. */
export interface VectorSource {
  /** What to call it in messages. */
  readonly name: string;
  /** The bytes from the beginning, uncompressed. Can be asked for again. */
  open(): AsyncIterable<Buffer>;
}

const CHUNK = 1 << 20;

/** The bytes of a file; what gzip has compressed is uncompressed on the way, by its content and not its name. */
export async function fileVectors(path: string): Promise<VectorSource> {
  const isGzip = await beginsAsGzip(path);
  return { name: path, open: () => (isGzip ? uncompressed(path) : fileBytes(path)) };
}

/** The first bytes of a source, fewer where it has no more. */
export async function headOf(source: VectorSource, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source.open()) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

function fileBytes(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK });
}

async function* uncompressed(path: string): AsyncGenerator<Buffer> {
  // What goes wrong on either side ends both, and is thrown where the bytes are read.
  const stream = pipeline(
    createReadStream(path, { highWaterMark: CHUNK }),
    createGunzip({ chunkSize: CHUNK }),
    () => {},
  );
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (cause) {
    if (codeOf(cause)?.startsWith("Z_") !== true) throw cause;
    throw new UserError(`cannot uncompress "${path}": ${messageOf(cause)}`, {
      hint: "was it cut off while it was copied?",
      cause,
    });
  }
}

async function beginsAsGzip(path: string): Promise<boolean> {
  const file = await open(path, "r").catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "ENOENT" ? "no such file" : cause.message;
    throw new UserError(`cannot read vectors from "${path}": ${why}`, { cause });
  });
  try {
    const first = Buffer.alloc(2);
    await file.read(first, 0, 2, 0).catch((cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EISDIR" ? "it is a folder, not a file" : cause.message;
      throw new UserError(`cannot read vectors from "${path}": ${why}`, { cause });
    });
    return first[0] === 0x1f && first[1] === 0x8b;
  } finally {
    await file.close();
  }
}
