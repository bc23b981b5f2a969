import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { replaceFile } from "../files/index.ts";
import { compressionOf, compressor } from "./bytes/compression.ts";

type Items<T> = AsyncIterable<T> | Iterable<T>;

/**
 * Writes lines to a file atomically: a temporary file next to it, fsync, rename. If `lines` throws
 * half-way, nothing is left behind. A name that ends in `.gz` or `.zst` is compressed. `-` is standard output, which is
 * not atomic.
 */
export async function writeLines(path: string, lines: Items<string>): Promise<void> {
  if (path === "-") {
    await pipeline(blocks(lines), process.stdout, { end: false });
    return;
  }
  const compression = compressionOf(path);
  if (compression !== undefined) {
    const packed = compressor(compression, path);
    await replaceFile(path, (temporary) =>
      pipeline(blocks(lines), packed, createWriteStream(temporary, { flags: "wx" })),
    );
    return;
  }
  await replaceFile(path, async (temporary) => {
    const file = await open(temporary, "wx");
    try {
      for await (const block of blocks(lines)) await file.appendFile(block);
    } finally {
      // Must be closed before it may be removed.
      await file.close();
    }
  });
}

const BLOCK = 1 << 16;

/** Lines joined into blocks, so that writes are few and large. */
async function* blocks(lines: Items<string>): AsyncGenerator<string> {
  let block = "";
  for await (const line of lines) {
    block += `${line}\n`;
    if (block.length < BLOCK) continue;
    yield block;
    block = "";
  }
  if (block !== "") yield block;
}
